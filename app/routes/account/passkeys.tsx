import { href, redirect } from "react-router";
import { z } from "zod";
import { Forbidden, Invalid } from "~/errors/app-error";
import { listPasskeys, renamePasskey } from "~/features/accounts/passkeys/manage-passkeys.server";
import {
  MAX_PASSKEYS,
  passkeyKeySchema,
  passkeyNameSchema,
} from "~/features/accounts/passkeys/passkey-input";
import { AddPasskey } from "~/features/accounts/view/add-passkey";
import { PasskeyList } from "~/features/accounts/view/passkey-list";
import type { PageHandle } from "~/frame/page-handle";
import { noindexMeta } from "~/frame/page-i18n";
import { accountsContext, type RouterContext } from "~/http/context";
import { addOwnPasskey, mayAddPasskey, removeOwnPasskey } from "~/http/forms/passkeys.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { consumeRateLimit } from "~/http/request/consume-rate-limit";
import { parseInput, readBody } from "~/http/request/read-body.server";
import { requireRecentCode, requireRecentSession } from "~/http/session/recent-session.server";
import { getRelyingParty, getRelyingPartyId } from "~/http/session/relying-party.server";
import { userZone } from "~/http/viewer/user-zone.server";
import { useI18n } from "~/i18n/i18n-context";
import { formAction } from "~/ui/forms/form-action";
import { formMessage } from "~/ui/forms/form-failure";
import { FormOutcome } from "~/ui/forms/form-field";
import type { Route } from "./+types/passkeys";

export const handle: PageHandle = { isPersonal: true, staysAsLoaded: true };

const PATH = href("/settings/passkeys");
const DONE = ["added", "renamed", "removed"] as const;

/** A passkey is added with a second factor's code, where there is one, as it takes its place. */
async function requireProof(request: Request, context: RouterContext) {
  const session = await requireRecentSession(request, context);
  if (session.user.email === null)
    await withPageErrors(context, () => Promise.reject(new Forbidden("household.noSignIn")));
  return (await mayAddPasskey(context, session)) ? session : requireRecentCode(session, PATH);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { user } = await requireProof(request, context);
  const party = getRelyingParty(context);
  const { db } = context.get(accountsContext);
  const passkeys = await listPasskeys(db, user.id, getRelyingPartyId(context));
  const done = new URL(request.url).searchParams.get("done");
  return {
    passkeys,
    // Browsers need not load the schemas for it.
    max: MAX_PASSKEYS,
    origin: typeof party === "string" ? null : party.origin,
    obstacle: typeof party === "string" ? party : null,
    done: DONE.find((name) => name === done) ?? null,
    zone: userZone(request, user),
  };
}

/** Adds, renames or removes a passkey. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = await requireProof(request, context);
  const body = await withPageErrors(context, () => readBody(request));
  const work = async () => {
    await consumeRateLimit("passwordChange", context);
    switch (parseInput(z.object({ intent: z.string() }), body.value).intent) {
      case "add":
        await addOwnPasskey(request, context, session, body.value);
        return redirect(`${PATH}?done=added`);
      case "rename": {
        const { db } = context.get(accountsContext);
        await renamePasskey(db, session.user.id, parseInput(passkeyNameSchema, body.value));
        return redirect(`${PATH}?done=renamed`);
      }
      case "remove": {
        const { id } = parseInput(passkeyKeySchema, body.value);
        await removeOwnPasskey(context, session, id);
        return redirect(`${PATH}?done=removed`);
      }
      default:
        throw new Invalid([{ path: "", message: "profile.unknownForm" }]);
    }
  };
  return withFormFailure(body, context, work, { conflict: 409, "not-found": 404 });
}

export const clientAction = formAction<typeof action>();

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { passkeys, max, origin, obstacle, done, zone } = loaderData;
  const failure = actionData?.failure;
  return (
    <div className="mt-6 max-w-2xl space-y-6">
      <FormOutcome
        success={done === null ? null : t(`passkeys.done.${done}`)}
        failure={failure}
        message={formMessage(failure, "name")}
      />
      <p className="text-ink-soft">{t("passkeys.description")}</p>
      {passkeys.length === 0 ? null : (
        <PasskeyList passkeys={passkeys} zone={zone} failure={failure} />
      )}
      {origin === null ? (
        <p className="text-sm text-ink-soft">
          {t(`passkeys.obstacle.${obstacle ?? "noPublicUrl"}`)}
        </p>
      ) : passkeys.length >= max ? (
        <p className="text-sm text-ink-soft">{t("passkeys.full", { max })}</p>
      ) : (
        <AddPasskey origin={origin} />
      )}
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "settings.passkeys");
}
