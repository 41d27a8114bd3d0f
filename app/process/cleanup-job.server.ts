import { errorMessage } from "~/errors/error-message";
import { deleteOldResets } from "~/features/accounts/reset/password-reset.server";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import type { Services } from "~/http/context";

const HOUR_MS = 60 * 60 * 1000;

interface CleanupOptions {
  services: Services;
  isReady: () => boolean;
}

/**
 * Removes unused files and expired sessions every hour. `run` is for the start, since a process may
 * be restarted more often.
 */
export function startCleanupJob({ services, isReady }: CleanupOptions): {
  run(): void;
  stop(): void;
} {
  const run = () => {
    if (!isReady()) return;
    const warn = (what: string) => (error: unknown) =>
      services.log.warn({ err: errorMessage(error) }, what);
    deleteUnusedUploads(services).catch(warn("unneeded uploads could not be removed"));
    services.ownFiles.removeStaleDrafts().catch(warn("unfinished uploads could not be removed"));
    deleteExpiredSessions(services.db).catch(warn("sessions that are over could not be removed"));
    deleteOldResets(services.db).catch(warn("old reset links could not be removed"));
  };
  const timer = setInterval(run, HOUR_MS).unref();
  return { run, stop: () => clearInterval(timer) };
}
