import { deleteAccount } from "~/features/accounts/delete-account.server";
import type { Session } from "~/features/accounts/sessions.server";
import { deleteUnusedUploads } from "~/features/uploads/delete-unused-uploads.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { logError } from "~/http/response/error-response.server";

/** Returns headers that remove the cookie. Throws `Forbidden`. */
export async function deleteOwnAccount(
  context: RouterContext,
  session: Session,
  password: string | undefined,
): Promise<Record<string, string>> {
  const services = context.get(servicesContext);
  const { secure, requestId } = context.get(requestContext);
  await deleteAccount(services, session, password);
  await deleteUnusedUploads(services).catch((error: unknown) =>
    logError(services.log, error, { requestId }),
  );
  return { "set-cookie": await services.sessionCookie.clear(secure) };
}
