import { collectUploads } from "~/features/uploads/collect-uploads.server";
import type { Services } from "~/http/context";

const HOUR_MS = 60 * 60 * 1000;

interface Parts {
  services: Services;
  isReady: () => boolean;
}

/** What is done once an hour and waits for nobody: removing files that nobody needs. A failure is logged, and the next hour tries again. */
export function startChores({ services, isReady }: Parts): { stop(): void } {
  const timer = setInterval(() => {
    if (!isReady()) return;
    collectUploads(services).catch((error: unknown) => {
      services.log.warn({ err: error instanceof Error ? error.message : String(error) }, "unneeded uploads could not be removed");
    });
  }, HOUR_MS).unref();
  return { stop: () => clearInterval(timer) };
}
