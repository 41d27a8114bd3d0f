import type { Server } from "node:http";
import type { Config } from "~/config/config.server";
import { siteUrl } from "~/config/site-url";
import { parseTrustedProxies, type IsTrustedProxy } from "~/http/request/client-ip.server";
import { limitConnections } from "./connection-limit.server";
import { createHttpServer, listen, type ProcessListener } from "./http-server.server";
import type { ShutdownStack } from "./shutdown-stack.server";
import type { StartProgress } from "./start-progress";
import { startingListener } from "./starting-listener.server";

export interface OpenPort {
  server: Server;
  url: string;
  isTrustedProxy: IsTrustedProxy;
  /**
   * Called when the process is ready. Before that, `/healthz` responds, and everything else is told
   * to wait.
   */
  serve(listener: ProcessListener): void;
}

/** Opens the port first of all, as a busy one fails at once. */
export async function openPort(
  { server: settings, clientLimits }: Config,
  shutdown: ShutdownStack,
  progress: StartProgress,
): Promise<OpenPort> {
  const isTrustedProxy = parseTrustedProxies(settings.trustedProxies);
  let listener: ProcessListener = startingListener(progress);
  const server = createHttpServer((incoming, outgoing) => listener(incoming, outgoing));
  limitConnections(server, { perClient: clientLimits.connections, isTrustedProxy });
  const port = await listen(server, settings.port, settings.host);
  shutdown.add({
    port() {
      server.close();
      server.closeAllConnections();
    },
  });
  return {
    server,
    url: siteUrl({ ...settings, port }).href,
    isTrustedProxy,
    serve: (next) => (listener = next),
  };
}
