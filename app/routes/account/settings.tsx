import { Download } from "lucide-react";
import { useCallback, useState } from "react";
import { useLocation } from "react-router";
import { ChangeEmailForm } from "~/features/accounts/view/change-email-form";
import { ChangePasswordForm } from "~/features/accounts/view/change-password-form";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { ConnectionList } from "~/features/accounts/view/connection-list";
import { DeleteAccountForm } from "~/features/accounts/view/delete-account-form";
import { TokenSection } from "~/features/accounts/view/token-section";
import { SessionList } from "~/features/accounts/view/session-list";
import { TwoFactorSummary } from "~/features/accounts/view/two-factor-summary";
import { HideForm } from "~/features/profile/view/hide-form";
import { PlayerForm } from "~/features/profile/view/player-form";
import { PreferencesForm } from "~/features/profile/view/preferences-form";
import { SettingsSavedContext } from "~/features/profile/view/settings-form";
import { SpoilersForm } from "~/features/profile/view/spoilers-form";
import { ScheduleForms } from "~/features/profile/view/schedule-forms";
import { SuggestionsForm } from "~/features/profile/view/suggestions-form";
import { VisibilityForm } from "~/features/profile/view/visibility-form";
import { readBody } from "~/http/request/read-body.server";
import { withFormFailure } from "~/http/pages/form-failure.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { handleSettingsForm } from "~/pages/settings/settings-form.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { useI18n } from "~/i18n/i18n-context";
import { noindexMeta } from "~/frame/page-i18n";
import type { PageHandle } from "~/http/pages/page-handle";
import { Button, ButtonLink } from "~/ui/button";
import { Toast } from "~/ui/changes/toast";
import { withNetworkFallback } from "~/ui/forms/with-network-fallback";
import { submittedText, networkFailure, formMessage } from "~/ui/forms/form-failure";
import { FormMessage } from "~/ui/forms/form-field";
import { Section } from "~/ui/section";
import { SettingsNavigation, type SettingsGroup } from "./settings-navigation";
import { loadSettingsPage } from "~/pages/settings/load-settings-page.server";
import type { Route } from "./+types/settings";

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

export const handle: PageHandle = { leadsToProvider: true, isPersonal: true };

export function loader({ request, context }: Route.LoaderArgs) {
  return loadSettingsPage(request, context);
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = await requirePageSession(request, context);
  const body = await withPageErrors(context, () => readBody(request));
  return withFormFailure(body, context, () => handleSettingsForm(body, request, context, session));
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const intent = (await request.clone().formData()).get("intent");
  return withNetworkFallback(serverAction, (i18n) =>
    networkFailure(i18n, typeof intent === "string" ? intent : undefined),
  );
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useI18n();
  const {
    id,
    email,
    preferences,
    site,
    hiding,
    schedule,
    player,
    masks,
    skipsFiller,
    sessions,
    tokens,
    provider,
    connections,
    hasPassword,
    hasSecondFactor,
    isConfirmed,
    refill,
    zone,
    error,
    done,
  } = loaderData;
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
  const groups: SettingsGroup[] = [
    { heading: "settings.group.display", sections: ["look", "spoilers", "hide", "suggestions"] },
    { heading: "settings.group.watching", sections: ["player", "schedule"] },
    { heading: "settings.group.privacy", sections: ["visibility", "data"] },
    {
      heading: "settings.group.account",
      sections: [
        "email",
        ...(hasPassword ? (["password"] as const) : []),
        "two-factor",
        ...(provider === null && connections.length === 0 ? [] : (["provider"] as const)),
        "sessions",
        "tokens",
      ],
    },
  ];
  const section = {
    look: (
      <PreferencesForm preferences={preferences} site={site} failure={failureOf("preferences")} />
    ),
    spoilers: (
      <SpoilersForm masks={masks} skipsFiller={skipsFiller} failure={failureOf("spoilers")} />
    ),
    hide: <HideForm {...hiding} failure={failureOf("hide")} />,
    suggestions: <SuggestionsForm site={site} failure={failureOf("suggestions")} />,
    player: <PlayerForm chosen={player} failure={failureOf("player")} />,
    schedule: (
      <ScheduleForms
        {...schedule}
        created={createdCalendar}
        zone={zone.name}
        failure={failureOf("schedule")}
      />
    ),
    visibility: (
      <VisibilityForm
        isPublic={site.publicProfile}
        showsList={site.publicList}
        path={`/user/${id}`}
        failure={failureOf("visibility")}
      />
    ),
    data: (
      <>
        <p className="mb-4 text-sm text-ink-soft">{t("settings.data.description")}</p>
        <ButtonLink to="/api/user/export" reloadDocument download className="mb-6">
          <Download aria-hidden className="size-4" />
          {t("settings.data.export")}
        </ButtonLink>
        <DeleteAccountForm isConfirmed={isConfirmed} failure={failureOf("delete")} />
      </>
    ),
    email: isConfirmed ? (
      <ChangeEmailForm failure={failureOf("email")} />
    ) : (
      <ConfirmFirst returnTo="/settings#email" />
    ),
    password: <ChangePasswordForm failure={failureOf("password")} />,
    "two-factor": <TwoFactorSummary isOn={hasSecondFactor} />,
    provider: (
      <ConnectionList
        provider={provider}
        email={email}
        connections={connections}
        hasPassword={hasPassword}
        isConfirmed={isConfirmed}
        zone={zone.name}
      />
    ),
    sessions: (
      <>
        <SessionList sessions={sessions} zone={zone.name} />
        <form method="post" action="/api/auth/signout" className="mt-4">
          <Button type="submit">{t("settings.signOutHere")}</Button>
        </form>
      </>
    ),
    tokens: (
      <TokenSection
        tokens={tokens}
        created={createdToken}
        isConfirmed={isConfirmed}
        zone={zone.name}
        failure={failureOf("create-token")}
      />
    ),
  };
  return (
    <div className="page-column pt-8 pb-16 md:pt-12">
      <h1 className="text-2xl">{t("site.settings")}</h1>
      <p className="mt-2 text-sm text-ink-soft">{t("settings.signedInAs", { email })}</p>
      <div className="mt-6 gap-x-16 lg:grid lg:grid-cols-[14rem_minmax(0,42rem)]">
        <SettingsNavigation groups={groups} />
        <div className="min-w-0">
          {intent !== null && FORMS_WITH_ERRORS.has(intent) ? null : (
            <FormMessage>{formMessage(failure) ?? error}</FormMessage>
          )}
          <SettingsSavedContext value={showSaved}>
            {groups.flatMap(({ sections }) =>
              sections.map((name) => (
                <Section
                  key={name}
                  anchor={name}
                  title={t(`settings.${name}`)}
                  className="first:mt-0"
                >
                  {section[name]}
                </Section>
              )),
            )}
          </SettingsSavedContext>
        </div>
      </div>
      <Toast message={failure === undefined ? shown : null} />
    </div>
  );
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  return noindexMeta(matches, "site.settings");
}
