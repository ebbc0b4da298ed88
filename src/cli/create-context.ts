import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import type { CommandContext, ConfigReading, Host, OpenKernel } from './context.js';
import { choosePrincipal } from './principal.js';
import { openRemote, remotePlace } from './remote.js';
import type { Settings } from './settings.js';
import { keepHeapSmall } from './small-heap.js';

/** The context of one command. Config and kernel are loaded when a command asks for them, and at most once. */
export function createContext(
  host: Host,
  settings: Settings,
  program: Pick<CommandContext, 'setStatus' | 'loadCommand' | 'runs'> & { readonly isForHost?: boolean },
): CommandContext {
  let loading: Promise<LoadedConfig> | undefined;

  const loadConfig: CommandContext['loadConfig'] = (how) => {
    if (how !== undefined) {
      return readConfig(host, settings, how);
    }
    loading ??= readConfig(host, settings, { isForHost: program.isForHost === true });
    return loading;
  };

  return {
    ...host,
    settings,
    ...program,
    loadConfig,
    forHost: (other = {}) => createContext(host, { ...settings, ...other }, { ...program, isForHost: true }),
    isRemote: (flags) => remotePlace(flags, host) !== undefined,
    withKernel: async (options, use) => {
      keepHeapSmall(host.compileCache);
      const place = options.remote && remotePlace(options.remote, host);
      if (place !== undefined) {
        const [{ config }, module] = await Promise.all([loadConfig(), host.loadRuntime()]);
        const remote = await openRemote(
          place,
          { ...host, loadConfig },
          {
            onWarning: (text) => warn(host, settings, text),
            readsAgents: options.readsAgents === true,
          },
        );
        program.runs.traced = true;
        return use({ ...remote, config, module });
      }
      const [loaded, module] = await Promise.all([loadConfig(), host.loadRuntime()]);
      const config = (await options.prepare?.(loaded.config)) ?? loaded.config;
      const principal = choosePrincipal(config, options.as);
      const { env, cwd, stdin, stdinIsTty, interrupt } = host;
      const runtime = await module.createRuntime({
        config,
        env,
        cwd,
        stdin,
        isStdinTty:
          options.servesHost === true ||
          options.withoutStdin === true ||
          (stdinIsTty && options.readsTerminal !== true),
        servesHost: options.servesHost === true,
        storeMustExist: options.storeMustExist === true,
        ...(options.store === undefined ? {} : { store: options.store }),
        ...(options.given === undefined ? {} : { given: options.given }),
        signal: interrupt,
        onWarning: (text) => warn(host, settings, text),
        observer: () => {
          program.runs.traced = true;
        },
      });
      try {
        const open: OpenKernel = { ...runtime, principal, config, module };
        return await use(open);
      } finally {
        await runtime.close();
      }
    },
  };
}

interface Reading extends ConfigReading {
  readonly isForHost?: boolean;
}

async function readConfig(host: Host, settings: Settings, reading: Reading): Promise<LoadedConfig> {
  const { env, cwd } = host;
  const { isStrict = false, isForHost, only } = reading;
  const load = isForHost === true ? (await import('../config/load-for-host.js')).loadConfigForHost : loadConfig;
  const loaded = await load({
    env,
    cwd,
    isStrict,
    ...(only === undefined ? {} : { only }),
    detectorNames: async () => (await host.loadRuntime()).detectorNames(),
    builtInIds: async () => (await host.loadRuntime()).builtInIds(),
    ...(isStrict ? { schemaMistake: async () => (await host.loadRuntime()).schemaMistake } : {}),
    ...(settings.configFile === undefined ? {} : { file: settings.configFile }),
  });
  if (settings.verbose) {
    host.stderr.write(
      `config: ${loaded.files.length === 0 ? 'defaults' : loaded.files.map(terminalSafeLine).join(', ')}\n`,
    );
  }
  for (const warning of loaded.warnings) {
    warn(host, settings, warning);
  }
  return loaded;
}

function warn(host: Host, settings: Settings, text: string): void {
  if (!settings.quiet) {
    host.stderr.write(`akernel: warning: ${terminalSafeLine(text)}\n`);
  }
}
