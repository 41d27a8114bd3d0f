import { akariCommand } from "~/config/command";
import { errorMessage } from "~/errors/error-message";
import { invitationPath } from "~/features/accounts/link-paths";
import {
  applyOwnerEmail,
  createFirstOwnerLink,
  hasOwner,
} from "~/features/accounts/roles/ownership.server";
import type { AppServices } from "./app-services";

/** The kind is "link" on a site's first start, "none" later while ownerless. */
export type OwnershipHint = { kind: "settled" } | { kind: "none" } | { kind: "link"; code: string };

/** Gives the site to `OWNER_EMAIL`, or makes the one-time link. */
export async function prepareOwnership({
  shared: { db, config, mailer, log },
  accounts: { providers },
}: Pick<AppServices, "shared" | "accounts">): Promise<OwnershipHint> {
  try {
    if (config.ownerEmail !== null) {
      const isProvable = providers.length > 0 || mailer !== null;
      const outcome = await applyOwnerEmail(db, { ownerEmail: config.ownerEmail, isProvable });
      log.info({ outcome }, "OWNER_EMAIL");
      return { kind: "settled" };
    }
    const code = await createFirstOwnerLink(db);
    if (code !== null) return { kind: "link", code };
    return (await hasOwner(db)) ? { kind: "settled" } : { kind: "none" };
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "the owner could not be looked up");
    return { kind: "settled" };
  }
}

export function ownershipLines(url: string, ownership: OwnershipHint): string[] {
  if (ownership.kind === "settled") return [];
  if (ownership.kind === "none")
    return [`  Owner: none yet; ${akariCommand("owner")} prints a one-time link`, ""];
  return [
    "  Owner: open this link once within a week to become the owner of this site",
    `         ${new URL(invitationPath(ownership.code), url).href}`,
    `         (${akariCommand("owner")} prints a new one)`,
    "",
  ];
}
