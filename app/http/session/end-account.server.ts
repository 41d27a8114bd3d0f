import { deleteAccount } from "~/features/accounts/delete-account.server";
import type { ReadSession } from "~/features/accounts/sessions.server";
import { collectUploads } from "~/features/uploads/collect-uploads.server";
import type { RequestScope } from "~/http/context";
import { logError } from "~/http/response/error-response.server";

/** Deletes the account with its files, and answers the header that removes the cookie. Throws `Forbidden`. */
export async function endAccount(
  scope: RequestScope,
  session: ReadSession,
  password: string | undefined,
): Promise<Record<string, string>> {
  const { services, secure, requestId } = scope;
  await deleteAccount(services, session, password);
  // The account is gone either way; what could not be removed now is found again by the hourly chore.
  await collectUploads(services).catch((error: unknown) =>
    logError(services.log, error, { requestId }),
  );
  return { "set-cookie": await services.sessionCookie.clear(secure) };
}
