import type { ComponentProps, ReactNode } from "react";
import { href, Link, useFetcher, useLocation } from "react-router";
import type { ShownSettings } from "~/pages/viewer/visitor-settings";
import { LOCALE_NAMES, LOCALES } from "~/i18n/locales";
import { DEFAULT_ACCENT, SUGGESTED_ACCENTS } from "~/ui/theme/accent";
import type { FormFailure } from "~/ui/forms/form-failure";
import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";

export const SETTINGS_PANEL_ID = "settings";

const GROUPS = [
  {
    legend: "panel.theme",
    name: "theme",
    choices: [
      ["dark", "choice.dark"],
      ["light", "choice.light"],
      ["system", "choice.system"],
    ],
  },
  {
    legend: "panel.titles",
    name: "title_language",
    choices: [
      ["romaji", "choice.romaji"],
      ["english", "choice.english"],
      ["native", "choice.native"],
    ],
  },
  {
    legend: "panel.parentalControl",
    name: "parental_control",
    choices: [
      ["true", "choice.on"],
      ["false", "choice.off"],
    ],
  },
  {
    legend: "panel.searchHistory",
    name: "track_search_history",
    choices: [
      ["true", "choice.on"],
      ["false", "choice.off"],
    ],
  },
] as const;

const ACTION = href("/visitor");

/** A native popover with a plain form, which works without JavaScript. */
export function SettingsPanel({
  settings,
  isSignedIn,
}: {
  settings: ShownSettings;
  isSignedIn: boolean;
}) {
  const { t, locale } = useI18n();
  const { pathname, search } = useLocation();
  const fetcher = useFetcher<{ failure: FormFailure }>();
  // Optimistic, until the response arrives.
  const sent = (name: string): string | null => {
    const value = fetcher.formData?.get(name);
    return typeof value === "string" ? value : null;
  };
  const current: Record<(typeof GROUPS)[number]["name"], string> = {
    theme: settings.theme,
    title_language: settings.titleLanguage,
    parental_control: String(settings.parentalControl),
    track_search_history: String(settings.trackSearchHistory),
  };
  const accent = sent("accent") ?? (settings.accent ?? DEFAULT_ACCENT).toLowerCase();
  const chosenLocale = sent("locale") ?? locale;
  const failure = fetcher.state === "idle" ? fetcher.data?.failure.message : undefined;
  return (
    <div
      id={SETTINGS_PANEL_ID}
      popover="auto"
      role="dialog"
      aria-label={t("panel.heading")}
      className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[85dvh] w-full max-w-none overflow-y-auto rounded-t-lg border border-rule bg-raised p-5 text-ink shadow-2xl backdrop:bg-black/40 md:inset-x-auto md:top-[calc(var(--header-height)+0.5rem)] md:right-(--page-gutter) md:bottom-auto md:w-84 md:rounded-lg md:backdrop:bg-transparent"
    >
      <div className="flex items-center justify-between">
        <h2 className="text-lg">{t("panel.heading")}</h2>
        <button
          type="button"
          popoverTarget={SETTINGS_PANEL_ID}
          popoverTargetAction="hide"
          aria-label={t("site.close")}
          className="-mr-3 inline-flex size-11 items-center justify-center text-ink-soft hover:text-ink"
        >
          {icon("cross", "before:size-5")}
        </button>
      </div>
      <fetcher.Form method="post" action={ACTION} preventScrollReset className="mt-2 space-y-5">
        <input type="hidden" name="returnTo" value={pathname + search} />
        {GROUPS.map((group) => {
          if (group.name === "parental_control" && settings.hasAgeLimit) return null;
          const chosen = sent(group.name) ?? current[group.name];
          return (
            <ChoiceBar key={group.name} legend={t(group.legend)}>
              {group.choices.map(([value, label]) => (
                <ChoiceButton
                  key={value}
                  name={group.name}
                  value={value}
                  lang={value === "native" ? "ja" : undefined}
                  chosen={chosen === value}
                >
                  {t(label)}
                </ChoiceButton>
              ))}
            </ChoiceBar>
          );
        })}
        <ChoiceBar legend={t("panel.accent")}>
          {SUGGESTED_ACCENTS.map(([name, color]) => (
            <button
              key={name}
              type="submit"
              name="accent"
              value={color.toLowerCase()}
              aria-label={t(`accent.${name}`)}
              aria-pressed={accent === color.toLowerCase()}
              className="inline-flex min-h-11 grow basis-0 items-center justify-center rounded-sm aria-pressed:bg-raised aria-pressed:shadow-sm aria-pressed:ring-1 aria-pressed:ring-rule-strong md:min-h-9"
            >
              <span
                aria-hidden
                className="size-5 rounded-full forced-color-adjust-none"
                style={{ backgroundColor: color }}
              />
            </button>
          ))}
        </ChoiceBar>
        <ChoiceBar legend={t("panel.language")}>
          {LOCALES.map((language) => (
            <ChoiceButton
              key={language}
              name="locale"
              value={language}
              lang={language}
              chosen={chosenLocale === language}
            >
              {LOCALE_NAMES[language]}
            </ChoiceButton>
          ))}
        </ChoiceBar>
        {failure === undefined ? null : (
          <p role="alert" className="text-sm text-caution">
            {failure}
          </p>
        )}
        {isSignedIn ? (
          <Link
            to={href("/settings")}
            onClick={closePanel}
            className="flex min-h-11 items-center justify-center rounded-md border border-rule-strong text-sm font-medium hover:border-ink"
          >
            {t("panel.allSettings")}
          </Link>
        ) : null}
        <p className="text-xs text-ink-faint">
          {settings.hasAgeLimit ? null : t("panel.parentalControlHides")}{" "}
          {isSignedIn ? null : t("panel.searchHistoryKeeps")}{" "}
          {t(isSignedIn ? "panel.accountKeeps" : "panel.browserKeeps")}
        </p>
      </fetcher.Form>
    </div>
  );
}

interface ChoiceBarProps {
  legend: string;
  children: ReactNode;
}

function ChoiceBar({ legend, children }: ChoiceBarProps) {
  return (
    <div role="group" aria-label={legend}>
      <p aria-hidden className="mb-1.5 text-sm font-medium text-ink-soft">
        {legend}
      </p>
      <div className="flex rounded-md bg-sunken p-1">{children}</div>
    </div>
  );
}

function ChoiceButton({ chosen, ...rest }: { chosen: boolean } & ComponentProps<"button">) {
  return (
    <button
      type="submit"
      aria-pressed={chosen}
      className="min-h-11 grow basis-0 rounded-sm text-sm text-ink-soft transition-colors hover:text-ink aria-pressed:bg-raised aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-sm aria-pressed:ring-1 aria-pressed:ring-rule-strong md:min-h-9"
      {...rest}
    />
  );
}

function closePanel({ currentTarget }: { currentTarget: Element }): void {
  currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
}
