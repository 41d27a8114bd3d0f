import { deleteAccount } from "~/features/accounts/delete-account.server";
import type { Session } from "~/features/accounts/sessions.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import {
  requestContext,
  servicesContext,
  type RouterContext,
  uploadsContext,
} from "~/http/context";
import { logError } from "~/http/response/error-response.server";

/** Requires a proof of who it is. Returns headers that remove the cookie. Throws `Conflict`. */
export async function deleteOwnAccount(
  context: RouterContext,
  { user }: Session,
): Promise<Record<string, string>> {
  const { db, log, sessionCookie } = context.get(servicesContext);
  const { secure, requestId } = context.get(requestContext);
  await deleteAccount(db, user.id);
  await deleteUnusedUploads(context.get(uploadsContext)).catch((error: unknown) =>
    logError(log, error, { requestId }),
  );
  return { "set-cookie": await sessionCookie.clear(secure) };
}
