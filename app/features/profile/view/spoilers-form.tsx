import type { SpoilerSettings } from "~/features/catalog/spoilers/spoiler-settings";
import { useI18n } from "~/i18n/i18n-context";
import { Switch } from "~/ui/forms/choices";
import type { FormFailure } from "~/ui/forms/form-failure";
import { SettingsForm } from "./settings-form";

interface SpoilersFormProps {
  masks: SpoilerSettings;
  skipsFiller: boolean;
  failure?: FormFailure | undefined;
}

export function SpoilersForm({ masks, skipsFiller, failure }: SpoilersFormProps) {
  const { t } = useI18n();
  return (
    <SettingsForm
      intent="spoilers"
      label={t("settings.spoilers")}
      saveLabel={t("settings.spoilers.save")}
      failure={failure}
    >
      <Switch
        name="hideEpisodeTitles"
        label={t("settings.hideEpisodeTitles")}
        hint={t("settings.hideEpisodeTitles.description")}
        on={masks.episodeTitles}
      />
      <Switch
        name="hideEpisodeSynopses"
        label={t("settings.hideEpisodeSynopses")}
        hint={t("settings.hideEpisodeSynopses.description")}
        on={masks.episodeSynopses}
      />
      <Switch
        name="hideEpisodePictures"
        label={t("settings.hideEpisodePictures")}
        hint={t("settings.hideEpisodePictures.description")}
        on={masks.episodeImages}
      />
      <Switch
        name="hideScores"
        label={t("settings.hideScores")}
        hint={t("settings.hideScores.description")}
        on={masks.scores}
      />
      <Switch
        name="hideReviews"
        label={t("settings.hideReviews")}
        hint={t("settings.hideReviews.description")}
        on={masks.reviews}
      />
      <Switch
        name="skipFiller"
        label={t("settings.skipFiller")}
        hint={t("settings.skipFiller.description")}
        on={skipsFiller}
      />
    </SettingsForm>
  );
}
