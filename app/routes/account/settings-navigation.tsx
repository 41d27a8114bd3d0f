import type { PlainKey } from "~/i18n/message-types";
import { useI18n } from "~/i18n/i18n-context";

export type SettingsSection =
  | "look"
  | "spoilers"
  | "hide"
  | "suggestions"
  | "player"
  | "schedule"
  | "notifications"
  | "visibility"
  | "data"
  | "email"
  | "password"
  | "two-factor"
  | "passkeys"
  | "provider"
  | "profiles"
  | "sessions"
  | "tokens";

export interface SettingsGroup {
  heading: PlainKey;
  sections: readonly SettingsSection[];
}

/** A list beside the settings, which unfolds above them on narrow screens. */
export function SettingsNavigation({ groups }: { groups: readonly SettingsGroup[] }) {
  const { t } = useI18n();
  return (
    <>
      <details className="mb-8 rounded-md border border-rule px-4 lg:hidden">
        <summary className="unfolds flex min-h-11 list-none items-center text-sm font-medium">
          {t("settings.sections")}
        </summary>
        <Groups groups={groups} className="pb-4" />
      </details>
      <Groups
        groups={groups}
        className="sticky top-[calc(var(--header-height)+1.5rem)] self-start max-lg:hidden"
      />
    </>
  );
}

function Groups({ groups, className }: { groups: readonly SettingsGroup[]; className: string }) {
  const { t } = useI18n();
  return (
    <nav aria-label={t("settings.sections")} className={className}>
      {groups.map(({ heading, sections }) => (
        <div key={heading} className="mt-5 first:mt-0">
          <p className="label-text text-ink-faint">{t(heading)}</p>
          <ul className="mt-1">
            {sections.map((name) => (
              <li key={name}>
                <a
                  href={`#${name}`}
                  className="-mx-3 flex min-h-11 items-center rounded-md px-3 text-sm text-ink-soft hover:bg-sunken hover:text-ink lg:min-h-9"
                >
                  {t(`settings.${name}`)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
