export interface ContainerCommand {
  readonly version: string;
  /** What follows the program: `serve` and its flags. */
  readonly args: readonly string[];
}

/** A Containerfile for podman, buildah or docker: the packed program on Node, as a user that owns nothing but the state. */
export function printContainerfile({ version, args }: ContainerCommand): string {
  const tarball = `akernel-${version}.tgz`;
  return `# akernel serve in a container. Beside the tarball of npm pack:
#   akernel serve --print-containerfile > Containerfile && podman build -t akernel .
#   podman run -v akernel:/var/lib/akernel -v ./etc:/etc/akernel:ro -p 8443:8443 akernel
FROM docker.io/library/node:24-bookworm-slim
COPY ${tarball} /tmp/${tarball}
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/${tarball} \\
 && rm /tmp/${tarball} \\
 && npm cache clean --force \\
 && install --directory --owner=node --group=node --mode=0700 /var/lib/akernel
ENV AKERNEL_HOME=/var/lib/akernel
VOLUME /var/lib/akernel
WORKDIR /etc/akernel
USER node
STOPSIGNAL SIGTERM
ENTRYPOINT ["akernel"]
CMD ${JSON.stringify(args)}
`;
}
