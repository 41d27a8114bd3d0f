import { useId } from "react";
import {
  FANATIC_LEVELS,
  PREFERRED_FORMATS,
  WATCH_FREQUENCIES,
} from "~/features/profile/profile-enumerations";
import type { ProfileRecord } from "~/features/profile/profile-record";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { ChoiceChip, FieldGroup } from "~/ui/forms/field";
import { SelectField, TextField } from "~/ui/forms/form-field";
import { type FormFailure, submittedText } from "~/ui/forms/form-failure";
import { AnimePicker } from "./anime-picker";
import type { AnimeChoice, FoundAnimes } from "./tastes-form";

const EXAMPLE = "Bones, Madhouse";

interface TastesFieldsProps {
  profile: ProfileRecord;
  genres: readonly string[];
  studios: readonly string[];
  animes: readonly AnimeChoice[];
  found: FoundAnimes | null;
  failure?: FormFailure | undefined;
}

export function TastesFields({
  profile,
  genres,
  studios,
  animes,
  found,
  failure,
}: TastesFieldsProps) {
  const i18n = useI18n();
  const { t, label } = i18n;
  const suggestions = useId();
  const choices = new Map(animes.map((anime) => [anime.id, anime]));
  const chosen = (field: "favorite_animes" | "watched_animes") =>
    failure?.values[field]?.map(Number) ?? (failure === undefined ? profile[field] : []);
  const likedGenres =
    failure === undefined ? profile.favorite_genres : (failure.values["favorite_genres"] ?? []);
  return (
    <div className="space-y-8">
      <AnimePicker
        field="favorite_animes"
        legend={t("tastes.favoriteAnimes")}
        chosen={chosen("favorite_animes")}
        choices={choices}
        found={found}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField
          label={t("tastes.frequency")}
          name="frequency_of_watch"
          defaultValue={profile.frequency_of_watch ?? ""}
          failure={failure}
          options={withNone(i18n, "frequency", WATCH_FREQUENCIES)}
        />
        <SelectField
          label={t("tastes.level")}
          name="fanatic_level"
          defaultValue={profile.fanatic_level ?? ""}
          failure={failure}
          options={withNone(i18n, "fanatic", FANATIC_LEVELS)}
        />
        <SelectField
          label={t("tastes.format")}
          name="preferred_format"
          defaultValue={profile.preferred_format ?? ""}
          failure={failure}
          options={withNone(i18n, "format", PREFERRED_FORMATS)}
        />
      </div>
      <FieldGroup legend={t("tastes.genres")}>
        <div className="flex flex-wrap gap-2">
          {[...new Set([...genres, ...likedGenres])].map((genre) => (
            <ChoiceChip
              key={genre}
              name="favorite_genres"
              value={genre}
              label={label("genre", genre)}
              defaultChecked={likedGenres.includes(genre)}
            />
          ))}
        </div>
      </FieldGroup>
      <TextField
        label={t("tastes.studios")}
        name="favorite_studios"
        list={suggestions}
        placeholder={EXAMPLE}
        hint={t("tastes.studiosHint")}
        defaultValue={
          submittedText(failure, "favorite_studios") ?? profile.favorite_studios.join(", ")
        }
        failure={failure}
      />
      <datalist id={suggestions}>
        {studios.map((studio) => (
          <option key={studio} value={studio} />
        ))}
      </datalist>
      <AnimePicker
        field="watched_animes"
        legend={t("tastes.watchedAnimes")}
        chosen={chosen("watched_animes")}
        choices={choices}
        found={found}
      />
    </div>
  );
}

function withNone(
  { t, label }: I18n,
  set: string,
  values: readonly string[],
): (readonly [string, string])[] {
  return [
    ["", t("tastes.notSaid")] as const,
    ...values.map((value) => [value, label(set, value)] as const),
  ];
}
