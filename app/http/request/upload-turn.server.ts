import { Busy } from "~/errors/app-error";
import type { Services } from "~/http/context";

/** Bodies with pictures take memory while they are read; more people than this wait a moment. */
const MOST_AT_ONCE = 8;
const MOST_OF_ONE_PERSON = 3;
const RETRY_AFTER_SECONDS = 3;

const uploading = new WeakMap<Services, string[]>();

/** Does the work of an upload, reading its body included, unless too many are under way: then it throws `Busy`. */
export async function inUploadTurn<Result>(
  services: Services,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const people = uploading.get(services) ?? [];
  uploading.set(services, people);
  if (
    people.length >= MOST_AT_ONCE ||
    people.filter((id) => id === userId).length >= MOST_OF_ONE_PERSON
  ) {
    throw new Busy(
      "Too many pictures are being uploaded right now. Try again in a moment.",
      RETRY_AFTER_SECONDS,
    );
  }
  people.push(userId);
  try {
    return await work();
  } finally {
    people.splice(people.indexOf(userId), 1);
  }
}
