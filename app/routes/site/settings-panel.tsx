import { X } from "lucide-react";
import { Form, useLocation } from "react-router";
import type { VisitorSettings } from "~/http/pages/visitor-settings";

export const SETTINGS_PANEL_ID = "settings";

const GROUPS = [
  { legend: "Theme", name: "theme", choices: [["dark", "Dark"], ["light", "Light"], ["system", "System"]] },
  { legend: "Titles in", name: "title_language", choices: [["romaji", "Romaji"], ["english", "English"], ["native", "日本語"]] },
  { legend: "Parental control", name: "parental_control", choices: [["true", "On"], ["false", "Off"]] },
] as const;

/** The settings of a visitor, or of the account of somebody who is signed in. A native popover with a plain form, so that it opens, works and closes without scripts. */
export function SettingsPanel({ settings, isSignedIn }: { settings: VisitorSettings; isSignedIn: boolean }) {
  const { pathname, search } = useLocation();
  const current: Record<(typeof GROUPS)[number]["name"], string> = {
    theme: settings.theme,
    title_language: settings.titleLanguage,
    parental_control: String(settings.parentalControl),
  };
  return (
    <div
      id={SETTINGS_PANEL_ID}
      popover="auto"
      role="dialog"
      aria-label="Settings"
      className="fixed inset-x-0 top-auto bottom-0 m-0 w-full max-w-none rounded-t-lg border border-rule bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/40 md:inset-x-auto md:top-[calc(var(--header-height)+0.5rem)] md:right-(--page-gutter) md:bottom-auto md:w-84 md:rounded-lg md:backdrop:bg-transparent"
    >
      <div className="flex items-center justify-between">
        <h2 className="text-lg">Settings</h2>
        <button type="button" popoverTarget={SETTINGS_PANEL_ID} popoverTargetAction="hide" aria-label="Close" className="-mr-3 inline-flex size-11 items-center justify-center text-ink-soft hover:text-ink">
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <Form method="post" action="/visitor" preventScrollReset replace className="mt-2 space-y-5">
        <input type="hidden" name="returnTo" value={pathname + search} />
        {GROUPS.map((group) => (
          <div key={group.name} role="group" aria-label={group.legend}>
            <p aria-hidden className="mb-1.5 text-sm font-medium text-ink-soft">
              {group.legend}
            </p>
            <div className="flex rounded-md bg-sunken p-1">
              {group.choices.map(([value, label]) => (
                <button
                  key={value}
                  type="submit"
                  name={group.name}
                  value={value}
                  lang={label === "日本語" ? "ja" : undefined}
                  aria-pressed={current[group.name] === value}
                  className="min-h-11 grow basis-0 rounded-sm text-sm text-ink-soft transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-sm aria-pressed:ring-1 aria-pressed:ring-rule-strong md:min-h-9"
                >
                  {label}
                </button>
              ))}
            </div>
          </div>
        ))}
        <p className="text-xs text-ink-faint">Parental control hides titles for adults. {isSignedIn ? "These settings are kept in your account." : "These settings stay in this browser."}</p>
      </Form>
    </div>
  );
}
