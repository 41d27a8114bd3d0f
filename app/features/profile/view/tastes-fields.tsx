import { useId } from "react";
import { FANATIC_LEVELS, PREFERRED_FORMATS, WATCH_FREQUENCIES } from "~/features/profile/profile-enumerations";
import type { ProfileRecord } from "~/features/profile/profile-record";
import { ChoiceChip, FieldGroup } from "~/ui/forms/field";
import { SelectField, TextField } from "~/ui/forms/form-field";
import { type FormFailure, typedText } from "~/ui/forms/form-failure";
import { AnimePicker } from "./anime-picker";
import type { AnimeChoice, FoundAnimes } from "./tastes-form";

interface TastesFieldsProps {
  profile: ProfileRecord;
  genres: readonly string[];
  studios: readonly string[];
  animes: readonly AnimeChoice[];
  found: FoundAnimes | null;
  failure?: FormFailure | undefined;
}

/** What a person likes: titles, habits, genres, studios. Every field may stay empty. */
export function TastesFields({ profile, genres, studios, animes, found, failure }: TastesFieldsProps) {
  const suggestions = useId();
  const choices = new Map(animes.map((anime) => [anime.id, anime]));
  const chosen = (field: "favorite_animes" | "watched_animes") => failure?.values[field]?.map(Number) ?? (failure === undefined ? profile[field] : []);
  const likedGenres = failure === undefined ? profile.favorite_genres : (failure.values["favorite_genres"] ?? []);
  return (
    <div className="space-y-8">
      <AnimePicker field="favorite_animes" legend="Favourite titles" chosen={chosen("favorite_animes")} choices={choices} found={found} />
      <div className="grid gap-5 sm:grid-cols-3">
        <SelectField label="You watch" name="frequency_of_watch" defaultValue={profile.frequency_of_watch ?? ""} failure={failure} options={withNone(WATCH_FREQUENCIES)} />
        <SelectField label="You are" name="fanatic_level" defaultValue={profile.fanatic_level ?? ""} failure={failure} options={withNone(FANATIC_LEVELS)} />
        <SelectField label="You prefer" name="preferred_format" defaultValue={profile.preferred_format ?? ""} failure={failure} options={withNone(PREFERRED_FORMATS)} />
      </div>
      <FieldGroup legend="Favourite genres">
        <div className="flex flex-wrap gap-2">
          {[...new Set([...genres, ...likedGenres])].map((genre) => (
            <ChoiceChip key={genre} name="favorite_genres" value={genre} label={genre} defaultChecked={likedGenres.includes(genre)} />
          ))}
        </div>
      </FieldGroup>
      <TextField
        label="Favourite studios"
        name="favorite_studios"
        list={suggestions}
        placeholder="Bones, Madhouse"
        hint="Several, with commas between them."
        defaultValue={typedText(failure, "favorite_studios") ?? profile.favorite_studios.join(", ")}
        failure={failure}
      />
      <datalist id={suggestions}>
        {studios.map((studio) => (
          <option key={studio} value={studio} />
        ))}
      </datalist>
      <AnimePicker field="watched_animes" legend="Titles that you have watched" chosen={chosen("watched_animes")} choices={choices} found={found} />
    </div>
  );
}

function withNone(labels: readonly string[]): (readonly [string, string])[] {
  return [["", "Not said"] as const, ...labels.map((label) => [label, label] as const)];
}
