import type { AccountServices } from "~/features/accounts/account-services.server";
import { getSecondFactor } from "~/features/accounts/second-factor/manage-second-factor.server";
import { drawQrCode } from "~/features/accounts/second-factor/qr-code.server";
import { totpUri } from "~/features/accounts/second-factor/totp.server";
import type { SessionUser } from "~/features/accounts/session-user.server";

/** Reads the second factor of a user, whose app shows the site's name. */
export async function loadTwoFactor(
  accounts: AccountServices,
  { id, email, userName }: SessionUser,
  site: string,
) {
  const status = await getSecondFactor(accounts, id);
  if (status.kind !== "pending") return status;
  return {
    kind: status.kind,
    secret: status.secret.replace(/.{4}(?=.)/g, "$& "),
    qrCode: drawQrCode(totpUri(status.secret, { site, email: email ?? userName })),
  };
}
