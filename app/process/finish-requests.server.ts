import type { Server } from "node:http";
import type { AppServices } from "./app-services";
import { drain } from "./http-server.server";

/** The shutdown stays under ten seconds. */
const DEADLINE_MS = 5_000;

/**
 * Responds to the requests that have arrived, and closes their connections. Those that get a slot
 * in the first half of the time have the second one to end. Others are told to come back.
 */
export async function finishRequests(
  server: Server,
  { shared: { requestSlots }, media }: AppServices,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const timer = setTimeout(() => {
    for (const slots of [requestSlots, media.imageSlots, media.streamSlots]) slots.stopWaiting();
    media.stopPlayerWaiting();
  }, deadlineMs / 2);
  await drain(server, deadlineMs);
  clearTimeout(timer);
}
