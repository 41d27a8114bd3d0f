import { useEffect, useId, useState } from "react";
import { Form } from "react-router";
import type { SitePreferences } from "~/features/profile/site-preferences";
import { accentColors, DEFAULT_ACCENT, parseHexColor } from "~/ui/theme/accent";
import { Button } from "~/ui/button";
import { ChoiceChip, FieldGroup } from "~/ui/forms/field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { describedBy, FieldWords, FormMessage } from "~/ui/forms/form-field";

const THEME_CHOICES = [["dark", "Dark"], ["light", "Light"], ["system", "As the device"]] as const;
const LANGUAGE_CHOICES = [["romaji", "Romaji"], ["english", "English"], ["native", "日本語"]] as const;
const SWATCHES = [[DEFAULT_ACCENT, "Blue"], ["#0F766E", "Teal"], ["#B45309", "Amber"], ["#C2255C", "Rose"], ["#7C3AED", "Violet"]] as const;

interface PreferencesFormProps {
  preferences: { enfasiscolor: string; parentalControl: boolean; trackSearchHistory: boolean };
  site: Pick<SitePreferences, "theme" | "titleLanguage">;
  failure?: FormFailure | undefined;
}

/** How the site looks and what it shows and keeps. The accent is tried out on the page at once where scripts run. */
export function PreferencesForm({ preferences, site, failure }: PreferencesFormProps) {
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Preferences" className="space-y-6">
      <FormMessage>{failure?.message}</FormMessage>
      <AccentField saved={parseHexColor(preferences.enfasiscolor) ?? DEFAULT_ACCENT} failure={failure} />
      <Choices legend="Theme" name="theme" choices={THEME_CHOICES} chosen={site.theme} />
      <Choices legend="Titles in" name="titleLanguage" choices={LANGUAGE_CHOICES} chosen={site.titleLanguage} />
      <Switch name="parentalControl" label="Parental control" words="Hides titles for adults on every page, in searches and suggestions." on={preferences.parentalControl} />
      <Switch name="trackSearchHistory" label="Keep my search history" words="Recent searches help to find things again. Only you see them." on={preferences.trackSearchHistory} />
      <Button type="submit" name="intent" value="preferences" weight="primary">
        Save
      </Button>
    </Form>
  );
}

function AccentField({ saved, failure }: { saved: string; failure: FormFailure | undefined }) {
  const id = useId();
  const [color, setColor] = useState(saved);
  const error = failure?.fields["enfasiscolor"];
  useEffect(() => {
    const root = document.documentElement;
    const { accent, onAccent, textOnLight, textOnDark } = accentColors(parseHexColor(color) ?? saved);
    const shown = { "--accent": accent, "--on-accent": onAccent, "--accent-text": `light-dark(${textOnLight}, ${textOnDark})` };
    const before = Object.keys(shown).map((name) => [name, root.style.getPropertyValue(name)] as const);
    for (const [name, value] of Object.entries(shown)) root.style.setProperty(name, value);
    return () => before.forEach(([name, value]) => root.style.setProperty(name, value));
  }, [color, saved]);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-soft">
        Accent colour
      </label>
      <div className="flex flex-wrap items-center gap-3">
        <input id={id} type="color" name="enfasiscolor" value={color} onChange={(event) => setColor(event.currentTarget.value)} className="h-11 w-20 cursor-pointer rounded-md border border-rule-strong bg-raised p-1" {...describedBy(id, { error })} />
        <span role="group" aria-label="Suggested colours" className="needs-js flex gap-1">
          {SWATCHES.map(([value, name]) => (
            <button key={value} type="button" aria-label={name} aria-pressed={color.toLowerCase() === value.toLowerCase()} onClick={() => setColor(value.toLowerCase())} className="inline-flex size-11 items-center justify-center rounded-full aria-pressed:ring-2 aria-pressed:ring-ink">
              <span aria-hidden className="size-7 rounded-full" style={{ backgroundColor: value }} />
            </button>
          ))}
        </span>
      </div>
      <FieldWords id={id} error={error} />
    </div>
  );
}

function Choices({ legend, name, choices, chosen }: { legend: string; name: string; choices: readonly (readonly [string, string])[]; chosen: string }) {
  return (
    <FieldGroup legend={legend}>
      <div className="flex flex-wrap gap-2">
        {choices.map(([value, label]) => (
          <ChoiceChip key={value} type="radio" name={name} value={value} label={label === "日本語" ? <span lang="ja">{label}</span> : label} defaultChecked={chosen === value} />
        ))}
      </div>
    </FieldGroup>
  );
}

/** A check box that says no when it is off: the hidden field before it does. */
function Switch({ name, label, words, on }: { name: string; label: string; words: string; on: boolean }) {
  const id = useId();
  return (
    <div className="flex items-start gap-3">
      <input type="hidden" name={name} value="false" />
      <input id={id} type="checkbox" name={name} value="true" defaultChecked={on} aria-describedby={`${id}-hint`} className="mt-1 size-5 shrink-0" />
      <div>
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {words}
        </p>
      </div>
    </div>
  );
}
