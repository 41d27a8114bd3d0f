import { messageOf } from "~/errors/message-of";
import { forgetExpiredSessions } from "~/features/accounts/sessions.server";
import { collectUploads } from "~/features/uploads/collect-uploads.server";
import type { Services } from "~/http/context";

const HOUR_MS = 60 * 60 * 1000;

interface Parts {
  services: Services;
  isReady: () => boolean;
}

/**
 * What is done once an hour and waits for nobody: removing files that nobody needs, and sessions that are over. A failure is logged, and the
 * next hour tries again.
 */
export function startChores({ services, isReady }: Parts): { stop(): void } {
  const timer = setInterval(() => {
    if (!isReady()) return;
    const warn = (what: string) => (error: unknown) =>
      services.log.warn({ err: messageOf(error) }, what);
    collectUploads(services).catch(warn("unneeded uploads could not be removed"));
    services.ownFiles.collectDrafts().catch(warn("unfinished uploads could not be removed"));
    forgetExpiredSessions(services.db).catch(warn("sessions that are over could not be removed"));
  }, HOUR_MS).unref();
  return { stop: () => clearInterval(timer) };
}
