import { useCallback, useState } from "react";
import { href, useLocation } from "react-router";
import { SettingsSavedContext } from "~/features/profile/view/settings-form";
import { readBody } from "~/http/request/read-body.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { useI18n } from "~/i18n/i18n-context";
import { noindexMeta } from "~/frame/page-i18n";
import type { PageHandle } from "~/frame/page-handle";
import { Toast } from "~/ui/changes/toast";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { submittedText, networkFailure, formMessage } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import { SettingsNavigation } from "./settings-navigation";
import { settingsGroups, settingsSections } from "./settings-sections";
import type { Route } from "./+types/settings";
import { requestContext, servicesContext, signedInContext } from "~/http/context";
import { getProviderFailureText } from "~/http/session/provider-failure-text.server";
import { getRelyingParty } from "~/http/session/relying-party.server";
import type { PlainKey } from "~/i18n/message-types";
import { readTimeZoneCookie } from "~/http/viewer/time-zone-cookie.server";
import { loadSettings } from "~/pages/settings/load-settings.server";
import { takeRefill } from "~/http/forms/confirmed-form.server";
import { submitSettings } from "./submit-settings.server";

/** Other forms' errors are shown at the top of the page. */
const FORMS_WITH_ERRORS = new Set([
  "preferences",
  "player",
  "spoilers",
  "hide",
  "visibility",
  "schedule",
  "suggestions",
  "email",
  "password",
  "create-token",
  "delete",
]);

export const handle: PageHandle = {
  ...{ leadsToProvider: true, isPersonal: true },
  // What was written before a proof is shown once.
  staysAsLoaded: true,
};

const DONE = new Map<string, PlainKey>([
  ["saved", "settings.done.saved"],
  ["ended", "settings.done.ended"],
  ["email", "settings.done.email"],
  ["password", "settings.done.password"],
  ["passwordOnly", "settings.done.passwordOnly"],
  ["revoked", "settings.done.revoked"],
  ["calendarRevoked", "settings.done.calendarRevoked"],
  ["connected", "settings.done.connected"],
  ["disconnected", "settings.done.disconnected"],
]);

export async function loader({ request, context }: Route.LoaderArgs) {
  const session = await context.get(signedInContext);
  const { searchParams: parameters } = new URL(request.url);
  const { db, config } = context.get(servicesContext);
  const settings = await loadSettings(db, {
    session,
    timeZone: readTimeZoneCookie(request.headers.get("cookie")),
    clients: config.oauthClients,
    passwords: config.passwords,
    origin: context.get(requestContext).origin,
    relyingParty: getRelyingParty(context),
  });
  return {
    ...settings,
    refill: await takeRefill(context, session, href("/settings")),
    error: await getProviderFailureText(request, context),
    done: DONE.get(parameters.get("done") ?? "") ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await context.get(signedInContext);
  const body = await withPageErrors(context, () => readBody(request));
  const work = () => submitSettings(body, request, context, session);
  return withFormFailure(body, context, work, session.user.isChild ? { forbidden: 403 } : {});
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return withNetworkFallback(serverAction, (i18n) =>
    networkFailure(i18n, typeof intent === "string" ? intent : undefined),
  );
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const { email, name, refill, error, done } = loaderData;
  const failure =
    actionData !== undefined && "failure" in actionData
      ? actionData.failure
      : (refill ?? undefined);
  const createdToken =
    actionData !== undefined && "createdToken" in actionData ? actionData.createdToken : null;
  const createdCalendar =
    actionData !== undefined && "createdCalendar" in actionData ? actionData.createdCalendar : null;
  const intent = submittedText(failure, "intent");
  const failureOf = (form: string) => (intent === form ? failure : undefined);
  const { key } = useLocation();
  const [saved, setSaved] = useState<{ key: string; message: string | null } | null>(null);
  const showSaved = useCallback((text: string | null) => setSaved({ key, message: text }), [key]);
  const shown = saved?.key === key ? saved.message : done === null ? null : t(done);
  const groups = settingsGroups(loaderData);
  const sections = settingsSections(loaderData, { failureOf, createdToken, createdCalendar });
  return (
    <>
      <p className="mt-2 text-sm text-ink-soft">
        {email === null ? t("settings.profileOf", { name }) : t("settings.signedInAs", { email })}
      </p>
      <div className="mt-6 gap-x-16 lg:grid lg:grid-cols-[14rem_minmax(0,42rem)]">
        <SettingsNavigation groups={groups} />
        <div className="min-w-0">
          {intent !== null && FORMS_WITH_ERRORS.has(intent) ? null : (
            <FormMessage>{formMessage(failure) ?? error}</FormMessage>
          )}
          <SettingsSavedContext value={showSaved}>
            {groups.flatMap((group) =>
              group.sections.map((name) => (
                <Section
                  key={name}
                  anchor={name}
                  title={t(`settings.${name}`)}
                  className="first:mt-0"
                >
                  {sections[name]}
                </Section>
              )),
            )}
          </SettingsSavedContext>
        </div>
      </div>
      <Toast message={failure === undefined ? shown : null} />
    </>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "site.settings");
}
