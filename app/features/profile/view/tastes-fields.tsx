import { useId } from "react";
import {
  FANATIC_LEVELS,
  PREFERRED_FORMATS,
  WATCH_FREQUENCIES,
} from "~/features/profile/profile-enumerations";
import type { ProfileRecord } from "~/features/profile/profile-record";
import type { I18n } from "~/i18n/i18n";
import { useI18n } from "~/i18n/i18n-context";
import { FieldGroup } from "~/ui/forms/field";
import { SelectField, TextField } from "~/ui/forms/form-field";
import type { FormFailure } from "~/ui/forms/form-failure";
import { StudioPicker } from "./studio-picker";
import type {
  AnimeChoice,
  AnimeField,
  FoundAnimes,
  GenreChoice,
  StudioChoice,
} from "./tastes-form";
import { TitlePicker } from "./title-picker";

/** This many genres are shown at once; the others unfold. */
const MAIN_GENRES = 8;
const EXAMPLE = "Bones, Madhouse";

interface TastesFieldsProps {
  profile: ProfileRecord;
  genres: readonly GenreChoice[];
  studios: readonly StudioChoice[];
  studioNames: readonly string[];
  /** The ids of popular titles, among which users choose first. */
  suggested: readonly number[];
  animes: readonly AnimeChoice[];
  found: FoundAnimes | null;
  failure?: FormFailure | undefined;
}

export function TastesFields({
  profile,
  genres,
  studios,
  studioNames,
  suggested,
  animes,
  found,
  failure,
}: TastesFieldsProps) {
  const i18n = useI18n();
  const { t } = i18n;
  const id = useId();
  const chosen = (field: AnimeField) =>
    failure?.values[field]?.map(Number) ?? (failure === undefined ? profile[field] : []);
  const namesOf = (field: "favorite_genres" | "favorite_studios") =>
    failure === undefined
      ? profile[field]
      : (failure.values[field] ?? [])
          .flatMap((text) => text.split(","))
          .map((name) => name.trim())
          .filter((name) => name !== "");
  const likedGenres = namesOf("favorite_genres");
  const likedStudios = namesOf("favorite_studios");
  const offered = new Set(genres.map(({ name }) => name));
  const pictured = new Set(studios.map(({ name }) => name));
  const others = [
    ...genres.slice(MAIN_GENRES),
    ...likedGenres.filter((name) => !offered.has(name)).map((name) => ({ name, example: null })),
  ];
  const otherStudios = likedStudios.filter((name) => !pictured.has(name));
  const isUsed =
    [profile.frequency_of_watch, profile.fanatic_level, profile.preferred_format].some(
      (habit) => habit !== null,
    ) ||
    otherStudios.length > 0 ||
    others.some(({ name }) => likedGenres.includes(name));
  return (
    <div className="space-y-8">
      <TitlePicker
        chosen={{
          favorite_animes: chosen("favorite_animes"),
          watched_animes: chosen("watched_animes"),
        }}
        suggested={suggested}
        choices={new Map(animes.map((anime) => [anime.id, anime]))}
        found={found}
      />
      <FieldGroup legend={t("tastes.genres")}>
        <GenreChips genres={genres.slice(0, MAIN_GENRES)} chosen={likedGenres} />
      </FieldGroup>
      <FieldGroup legend={t("tastes.studios")}>
        <StudioPicker studios={studios} chosen={likedStudios} />
      </FieldGroup>
      <details
        open={isUsed || Object.keys(failure?.fields ?? {}).length > 0}
        className="rounded-md border border-rule px-4"
      >
        <summary className="unfolds flex min-h-11 list-none items-center text-sm font-medium">
          {t("tastes.more")}
        </summary>
        <div className="space-y-6 pt-2 pb-4">
          <FieldGroup legend={t("tastes.otherGenres")}>
            <GenreChips genres={others} chosen={likedGenres} />
          </FieldGroup>
          <TextField
            label={t("tastes.otherStudios")}
            name="favorite_studios"
            list={`${id}-studios`}
            placeholder={EXAMPLE}
            hint={t("tastes.studiosHint")}
            defaultValue={otherStudios.join(", ")}
            failure={failure}
          />
          <datalist id={`${id}-studios`}>
            {studioNames.map((studio) => (
              <option key={studio} value={studio} />
            ))}
          </datalist>
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
        </div>
      </details>
    </div>
  );
}

function GenreChips({
  genres,
  chosen,
}: {
  genres: readonly GenreChoice[];
  chosen: readonly string[];
}) {
  const { label } = useI18n();
  return (
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
      {genres.map(({ name, example }) => (
        <GenreChip
          key={name}
          name={name}
          text={label("genre", name)}
          example={example}
          isChosen={chosen.includes(name)}
        />
      ))}
    </div>
  );
}

function GenreChip({
  name,
  text,
  example,
  isChosen,
}: {
  name: string;
  text: string;
  example: GenreChoice["example"];
  isChosen: boolean;
}) {
  const id = useId();
  return (
    <div className="relative">
      <input
        type="checkbox"
        name="favorite_genres"
        value={name}
        defaultChecked={isChosen}
        aria-label={text}
        aria-describedby={example === null ? undefined : id}
        className="peer absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md"
      />
      <span className="pointer-events-none block h-full rounded-md border border-rule-strong px-3 py-1.5 text-sm ring-accent-text peer-checked:border-accent-text peer-checked:font-semibold peer-checked:ring-2 peer-hover:border-ink-soft">
        {text}
        {example === null ? null : (
          <span
            id={id}
            lang={example.lang}
            className="line-clamp-2 text-xs font-normal text-ink-faint"
          >
            {example.text}
          </span>
        )}
      </span>
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
