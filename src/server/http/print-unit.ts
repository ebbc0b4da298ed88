/** Absolute paths, so that the unit means the same wherever it is started. */
export interface UnitCommand {
  readonly node: string;
  readonly program: string;
  /** What follows the program: `serve` and its flags. */
  readonly args: readonly string[];
}

/**
 * A systemd unit (systemd.exec(5)) that runs a server as a user of its own, which can write nothing but its state. Node needs
 * memory that it can both write and run, so that is left as it is.
 */
export function printUnit({ node, program, args }: UnitCommand): string {
  return `# akernel serve as a service. Keep it as /etc/systemd/system/akernel.service, then:
#   systemctl daemon-reload && systemctl enable --now akernel
# Variables that the config refers to, such as keys of models, stand in /etc/akernel/environment (mode 0600).
[Unit]
Description=akernel: tools for language models, guarded
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
ExecStart=${[node, program, ...args].map(quoted).join(' ')}
EnvironmentFile=-/etc/akernel/environment
Environment=AKERNEL_HOME=%S/akernel
DynamicUser=yes
StateDirectory=akernel
StateDirectoryMode=0700
RuntimeDirectory=akernel
UMask=0077
Restart=on-failure
RestartSec=2
TimeoutStopSec=30
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
PrivateDevices=yes
PrivateTmp=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=read-only
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectSystem=strict
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
`;
}

/** As systemd.service(5) reads a command line: in quotes where it is no plain word, `%` and `$` doubled. */
function quoted(argument: string): string {
  const text = argument.replace(/%/g, '%%').replace(/\$/g, '$$$$');
  return /^[\w@%+=:,./$-]+$/.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}
