import { href, Link } from "react-router";
import { useEffect, useId, useRef, useState } from "react";
import type { ScoreScale } from "~/features/catalog/score-scale";
import type { SitePreferences } from "~/features/profile/site-preferences";
import { LOCALE_NAMES, LOCALES } from "~/i18n/locales";
import { useI18n } from "~/i18n/i18n-context";
import { Choices, Switch } from "~/ui/forms/choices";
import type { FormFailure } from "~/ui/forms/form-failure";
import { describedBy, FieldDescription } from "~/ui/forms/form-field";
import { DEFAULT_ACCENT, parseHexColor, SUGGESTED_ACCENTS } from "~/ui/theme/accent";
import { accentColors } from "~/ui/theme/accent-colors";
import { SettingsForm } from "./settings-form";

/** The module of `SCORE_SCALES` is one that the pages of titles load, and would be split for it. */
const SCALES = ["100", "10.0", "10", "5", "3"] as const satisfies readonly ScoreScale[];

interface PreferencesFormProps {
  preferences: {
    enfasiscolor: string;
    parentalControl: boolean;
    trackSearchHistory: boolean;
    scoreScale: ScoreScale;
  };
  site: Pick<SitePreferences, "theme" | "titleLanguage">;
  /** A child has an age limit in place of parental control. */
  isChild: boolean;
  failure?: FormFailure | undefined;
}

/** The accent is previewed while it is picked. */
export function PreferencesForm({ preferences, site, isChild, failure }: PreferencesFormProps) {
  const { t, locale } = useI18n();
  const themes = [
    ["dark", t("choice.dark")],
    ["light", t("choice.light")],
    ["system", t("choice.system")],
  ] as const;
  const titles = [
    ["romaji", t("choice.romaji")],
    ["english", t("choice.english")],
    ["native", t("choice.native"), "ja"],
  ] as const;
  return (
    <SettingsForm
      intent="preferences"
      label={t("settings.preferences")}
      saveLabel={t("settings.save")}
      failure={failure}
      field="enfasiscolor"
      version={JSON.stringify([preferences, site.theme, site.titleLanguage, locale])}
    >
      {(shownFailure) => (
        <>
          <AccentField
            saved={parseHexColor(preferences.enfasiscolor) ?? DEFAULT_ACCENT}
            failure={shownFailure}
          />
          <Choices legend={t("panel.theme")} name="theme" choices={themes} chosen={site.theme} />
          <Choices
            legend={t("panel.titles")}
            name="titleLanguage"
            choices={titles}
            chosen={site.titleLanguage}
          />
          <Choices
            legend={t("panel.language")}
            name="locale"
            choices={LOCALES.map((tag) => [tag, LOCALE_NAMES[tag], tag] as const)}
            chosen={locale}
          />
          <Choices
            legend={t("settings.scoreScale")}
            name="scoreScale"
            choices={SCALES.map((scale) => [scale, t(`settings.scoreScale.${scale}`)] as const)}
            chosen={preferences.scoreScale}
            hint={t("settings.scoreScale.description")}
          />
          {isChild ? null : (
            <Switch
              name="parentalControl"
              label={t("panel.parentalControl")}
              hint={t("settings.parentalControl.description")}
              on={preferences.parentalControl}
            />
          )}
          <Switch
            name="trackSearchHistory"
            label={t("settings.tracking")}
            hint={t("settings.tracking.description")}
            on={preferences.trackSearchHistory}
          />
          <p className="pl-8">
            <Link
              to={href("/settings/searches")}
              className="inline-flex min-h-11 items-center text-sm font-medium text-accent-text hover:underline"
            >
              {t("history.heading")}
            </Link>
          </p>
        </>
      )}
    </SettingsForm>
  );
}

function show(color: string): void {
  const { accent, onAccent, textOnLight, textOnDark } = accentColors(color);
  const { style } = document.documentElement;
  style.setProperty("--accent", accent);
  style.setProperty("--on-accent", onAccent);
  style.setProperty("--accent-text", `light-dark(${textOnLight}, ${textOnDark})`);
}

function AccentField({ saved, failure }: { saved: string; failure: FormFailure | undefined }) {
  const { t } = useI18n();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [picked, setPicked] = useState({ saved, color: saved });
  const color = picked.saved === saved ? picked.color : saved;
  const error = failure?.fields["enfasiscolor"];
  useEffect(() => {
    show(parseHexColor(color) ?? saved);
    return () => show(saved);
  }, [color, saved]);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-soft">
        {t("panel.accent")}
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input
          ref={input}
          id={id}
          type="color"
          name="enfasiscolor"
          defaultValue={saved.toLowerCase()}
          onInput={(event) => setPicked({ saved, color: event.currentTarget.value })}
          className="h-11 w-20 cursor-pointer rounded-md border border-rule-strong bg-raised p-1"
          {...describedBy(id, { error })}
        />
        <span
          role="group"
          aria-label={t("settings.suggestedColours")}
          className="needs-js flex gap-1"
        >
          {SUGGESTED_ACCENTS.map(([name, value]) => (
            <button
              key={value}
              type="button"
              aria-label={t(`accent.${name}`)}
              aria-pressed={color.toLowerCase() === value.toLowerCase()}
              onClick={() => {
                if (input.current === null) return;
                input.current.value = value.toLowerCase();
                input.current.dispatchEvent(new Event("input", { bubbles: true }));
                input.current.dispatchEvent(new Event("change", { bubbles: true }));
              }}
              className="inline-flex size-11 items-center justify-center rounded-full aria-pressed:ring-2 aria-pressed:ring-ink"
            >
              <span
                aria-hidden
                className="size-7 rounded-full forced-color-adjust-none"
                style={{ backgroundColor: value }}
              />
            </button>
          ))}
        </span>
      </div>
      <FieldDescription id={id} error={error} />
    </div>
  );
}
