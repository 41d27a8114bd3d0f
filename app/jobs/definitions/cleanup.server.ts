import { join } from "node:path";
import { deleteExpiredChallenges } from "~/features/accounts/passkeys/challenges.server";
import { deleteOldResets } from "~/features/accounts/reset/password-reset.server";
import { deleteExpiredTrust } from "~/features/accounts/second-factor/trusted-browsers.server";
import { deleteExpiredPendingSignIns } from "~/features/accounts/sign-in/open-session.server";
import { deleteExpiredSessions } from "~/features/accounts/sessions.server";
import { deleteOldTokens } from "~/features/accounts/tokens/tokens.server";
import { deleteOldEvents } from "~/features/notifications/delete-old-events.server";
import { deleteExpiredRooms } from "~/features/playback/rooms/room-store.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { createStorage } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";
import { removeUnneededFiles } from "~/jobs/local-files.server";
import { deleteOldFailures } from "~/jobs/queue.server";

export const cleanup = defineJob({
  name: "cleanup",
  plan: JOB_PLANS.cleanup,
  payload: NO_PAYLOAD,
  /** A failing step does not keep the others from running. */
  async work({ database: { db }, config }) {
    const folder = join(config.dataDir, "uploads");
    const storage = createStorage(config.storage, folder);
    let uploads = 0;
    const outcomes = await Promise.allSettled([
      deleteUnusedUploads({ db, storage }).then((count) => (uploads = count)),
      createDiskStorage(folder).removeStaleDrafts(),
      deleteExpiredSessions(db),
      deleteExpiredPendingSignIns(db),
      deleteExpiredTrust(db),
      deleteExpiredChallenges(db),
      deleteOldResets(db),
      deleteOldTokens(db),
      deleteExpiredRooms(db),
      deleteOldFailures(db),
      deleteOldEvents(db),
      removeUnneededFiles(db, config),
    ]);
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    return { uploads };
  },
});
