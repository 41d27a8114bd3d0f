import { href } from "react-router";
import { Download } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Avatar } from "~/features/accounts/view/avatar";
import { ChangeEmailForm } from "~/features/accounts/view/change-email-form";
import { ChangePasswordForm } from "~/features/accounts/view/change-password-form";
import { ConfirmFirst } from "~/features/accounts/view/confirm-first";
import { ConnectionList } from "~/features/accounts/view/connection-list";
import { DeleteAccountForm } from "~/features/accounts/view/delete-account-form";
import { TokenSection } from "~/features/accounts/view/token-section";
import { SwitchProfile } from "~/features/accounts/view/switch-profile";
import { SessionList } from "~/features/accounts/view/session-list";
import { PasskeySummary } from "~/features/accounts/view/passkey-summary";
import { TwoFactorSummary } from "~/features/accounts/view/two-factor-summary";
import { HideForm } from "~/features/profile/view/hide-form";
import { PlayerForm } from "~/features/profile/view/player-form";
import { PreferencesForm } from "~/features/profile/view/preferences-form";
import { SpoilersForm } from "~/features/profile/view/spoilers-form";
import { ScheduleForms } from "~/features/profile/view/schedule-forms";
import { SuggestionsForm } from "~/features/profile/view/suggestions-form";
import { VisibilityForm } from "~/features/profile/view/visibility-form";
import { useI18n } from "~/i18n/i18n-context";
import type { SettingsData } from "~/pages/settings/load-settings.server";
import { Button, buttonClass, ButtonLink } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import type { SettingsGroup, SettingsSection } from "./settings-navigation";

/** The sections that this user has, in the order of the page. */
export function settingsGroups({
  email,
  isChild,
  hasPassword,
  providers,
  connections,
}: SettingsData): SettingsGroup[] {
  const forAll: SettingsGroup[] = [
    { heading: "settings.group.display", sections: ["look", "spoilers", "hide", "suggestions"] },
    { heading: "settings.group.watching", sections: ["player", "schedule", "notifications"] },
  ];
  if (isChild) return forAll;
  return [
    ...forAll,
    { heading: "settings.group.privacy", sections: ["visibility", "data"] },
    {
      heading: "settings.group.account",
      // A managed profile has no sign-in, nor what needs a confirmation by it.
      sections:
        email === null
          ? ["profiles", "sessions"]
          : [
              "profiles",
              "email",
              ...(hasPassword ? (["password"] as const) : []),
              "two-factor",
              "passkeys",
              ...(providers.length === 0 && connections.length === 0
                ? []
                : (["provider"] as const)),
              "sessions",
              "tokens",
            ],
    },
  ];
}

interface SectionOptions {
  /** What was wrong with the form of this intent. */
  failureOf: (intent: string) => FormFailure | undefined;
  createdToken: ComponentProps<typeof TokenSection>["created"];
  createdCalendar: ComponentProps<typeof ScheduleForms>["created"];
}

/** The content of each section. */
export function settingsSections(
  {
    id,
    email,
    isChild,
    asksProfile,
    profiles,
    preferences,
    site,
    hiding,
    schedule,
    player,
    masks,
    skipsFiller,
    sessions,
    tokens,
    providers,
    connections,
    hasPassword,
    hasSecondFactor,
    passkeys,
    passkeyObstacle,
    isConfirmed,
    zone,
  }: SettingsData,
  { failureOf, createdToken, createdCalendar }: SectionOptions,
): Record<SettingsSection, ReactNode> {
  return {
    look: (
      <PreferencesForm
        preferences={preferences}
        site={site}
        isChild={isChild}
        failure={failureOf("preferences")}
      />
    ),
    spoilers: (
      <SpoilersForm masks={masks} skipsFiller={skipsFiller} failure={failureOf("spoilers")} />
    ),
    hide: <HideForm {...hiding} failure={failureOf("hide")} />,
    suggestions: (
      <SuggestionsForm site={site} isChild={isChild} failure={failureOf("suggestions")} />
    ),
    player: <PlayerForm chosen={player} failure={failureOf("player")} />,
    schedule: (
      <ScheduleForms
        {...schedule}
        isChild={isChild}
        created={createdCalendar}
        zone={zone.name}
        failure={failureOf("schedule")}
      />
    ),
    notifications: <Notifications />,
    visibility: (
      <VisibilityForm
        isPublic={site.publicProfile}
        showsList={site.publicList}
        path={href("/user/:id", { id })}
        failure={failureOf("visibility")}
      />
    ),
    data: (
      <OwnData
        profiles={email === null ? null : profiles.filter(({ isDeletedToo }) => isDeletedToo)}
        isConfirmed={isConfirmed}
        failure={failureOf("delete")}
      />
    ),
    profiles: <Household {...{ profiles, asksProfile }} mayManage={email !== null} />,
    email: isConfirmed ? (
      <ChangeEmailForm failure={failureOf("email")} />
    ) : (
      <ConfirmFirst returnTo={`${href("/settings")}#email`} />
    ),
    password: <ChangePasswordForm failure={failureOf("password")} />,
    "two-factor": <TwoFactorSummary isOn={hasSecondFactor} />,
    passkeys: <PasskeySummary count={passkeys.length} obstacle={passkeyObstacle} />,
    provider: (
      <ConnectionList
        providers={providers}
        email={email ?? ""}
        connections={connections}
        hasPassword={hasPassword}
        isConfirmed={isConfirmed}
        zone={zone.name}
      />
    ),
    sessions: <OwnSessions sessions={sessions} zone={zone.name} />,
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
}

interface OwnDataProps {
  /** What is deleted with the account; null for a managed profile, which cannot delete itself. */
  profiles: SettingsData["profiles"] | null;
  isConfirmed: boolean;
  failure: FormFailure | undefined;
}

function OwnData({ profiles, ...props }: OwnDataProps) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">{t("settings.data.description")}</p>
      <ButtonLink to={href("/api/user/export")} reloadDocument download className="mb-6">
        <Download aria-hidden className="size-4" />
        {t("settings.data.export")}
      </ButtonLink>
      {profiles === null ? null : (
        <DeleteAccountForm {...props} profiles={profiles.map(({ name }) => name)} />
      )}
    </>
  );
}

function Notifications() {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">{t("settings.notifications.description")}</p>
      <ButtonLink to={href("/settings/notifications")}>{t("channels.pageHeading")}</ButtonLink>
    </>
  );
}

function Household({
  profiles,
  asksProfile,
  mayManage,
}: Pick<SettingsData, "profiles" | "asksProfile"> & { mayManage: boolean }) {
  const { t } = useI18n();
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">{t("profiles.settings")}</p>
      <ul className="mb-4 flex flex-wrap gap-x-6 gap-y-2">
        {profiles.map(({ id, name, avatarUrl }) => (
          <li key={id} className="flex min-w-0 items-center gap-2 text-sm">
            <Avatar name={name} url={avatarUrl} size={32} />
            <span className="wrap-anywhere">{name}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {mayManage ? (
          <ButtonLink to={href("/profiles/manage")}>{t("profiles.manage")}</ButtonLink>
        ) : null}
        <SwitchProfile asksProfile={asksProfile} className={buttonClass("quiet")} />
      </div>
    </>
  );
}

function OwnSessions(props: { sessions: SettingsData["sessions"]; zone: string }) {
  const { t } = useI18n();
  return (
    <>
      <SessionList {...props} />
      <form method="post" action={href("/api/auth/signout")} className="mt-4">
        <Button type="submit">{t("settings.signOutHere")}</Button>
      </form>
    </>
  );
}
