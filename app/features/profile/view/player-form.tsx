import type { PlayerChoices } from "~/features/profile/site-preferences";
import { useI18n } from "~/i18n/i18n-context";
import { Switch } from "~/ui/forms/choices";
import { Field, Select } from "~/ui/forms/field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { PLAYER_SPEEDS, SUBTITLES_AUTOMATIC, SUBTITLES_OFF } from "./player-input";
import { SettingsForm } from "./settings-form";

const SUBTITLE_LANGUAGES = [
  ["en", "English"],
  ["es", "Español"],
  ["pt", "Português"],
  ["fr", "Français"],
  ["de", "Deutsch"],
  ["it", "Italiano"],
  ["ar", "العربية"],
  ["ja", "日本語"],
] as const;

export function PlayerForm({
  chosen,
  failure,
}: {
  chosen: PlayerChoices;
  failure?: FormFailure | undefined;
}) {
  const { t, formatNumber } = useI18n();
  const speeds = PLAYER_SPEEDS.map((speed) => [String(speed), `${formatNumber(speed)}×`] as const);
  const { subtitles } = chosen;
  const tags: [string, string][] = SUBTITLE_LANGUAGES.map(([tag, name]) => [tag, name]);
  if (
    typeof subtitles === "string" &&
    subtitles !== SUBTITLES_AUTOMATIC &&
    !tags.some(([tag]) => tag === subtitles)
  )
    tags.push([subtitles, subtitles]);
  const words = [
    [SUBTITLES_AUTOMATIC, t("settings.player.automatic")] as const,
    [SUBTITLES_OFF, t("choice.off")] as const,
    ...tags,
  ];
  return (
    <SettingsForm
      intent="player"
      label={t("settings.player")}
      saveLabel={t("settings.player.save")}
      failure={failure}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t("settings.player.speed")}>
          <Select name="speed" defaultValue={String(chosen.speed ?? 1)} options={speeds} />
        </Field>
        <Field label={t("settings.player.subtitles")}>
          <Select
            name="subtitles"
            defaultValue={
              subtitles === undefined ? SUBTITLES_AUTOMATIC : (subtitles ?? SUBTITLES_OFF)
            }
            options={words}
          />
        </Field>
      </div>
      <Switch
        name="autoplayNext"
        label={t("settings.player.autoplay")}
        hint={t("settings.player.autoplay.description")}
        on={chosen.autoplayNext ?? true}
      />
    </SettingsForm>
  );
}
