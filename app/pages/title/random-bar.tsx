import { Shuffle } from "lucide-react";
import { Form, href } from "react-router";
import { ANIME_TYPES, GENRES, HONOUR } from "~/features/catalog/vocabulary";
import { useI18n } from "~/i18n/i18n-context";
import { Button, ButtonLink } from "~/ui/button";
import { Select } from "~/ui/forms/field";
import { RANDOM_PLANNED } from "~/pages/parts/random-search";

/** Genres that are always mature, so that parental control leaves none, or no genre of a story. */
const NOT_OFFERED: ReadonlySet<string> = new Set(["Erotica", HONOUR]);
const CHOSEN = ["type_filter", "genre_filter"] as const;

/** The bar above a title that was picked at random picks another one, by type and genre. */
export function RandomBar({ asked }: { asked: string }) {
  const { t, label } = useI18n();
  if (asked === RANDOM_PLANNED)
    return (
      <p className="page-column py-2">
        <ButtonLink to={href("/list/pick")}>
          <Shuffle aria-hidden className="size-4" />
          {t("random.anotherPlanned")}
        </ButtonLink>
      </p>
    );
  const parameters = new URLSearchParams(asked);
  const [type, genre] = CHOSEN.map((name) => parameters.get(name) ?? "");
  return (
    <Form
      key={asked}
      method="get"
      action={href("/random")}
      aria-label={t("random.heading")}
      className="page-column flex flex-wrap items-center gap-2 py-2"
    >
      {[...parameters].map(([name, value], index) =>
        CHOSEN.some((chosen) => chosen === name) ? null : (
          <input key={`${name} ${String(index)}`} type="hidden" name={name} value={value} />
        ),
      )}
      <Button type="submit">
        <Shuffle aria-hidden className="size-4" />
        {t("random.another")}
      </Button>
      <span className="w-36">
        <Select
          name="type_filter"
          aria-label={t("fact.type")}
          defaultValue={type}
          options={[
            ["", t("random.anyType")],
            ...ANIME_TYPES.map((name) => [name, label("type", name)] as const),
          ]}
        />
      </span>
      <span className="w-44">
        <Select
          name="genre_filter"
          aria-label={t("season.genre")}
          defaultValue={genre}
          options={[
            ["", t("random.anyGenre")],
            ...GENRES.filter((name) => !NOT_OFFERED.has(name)).map(
              (name) => [name, label("genre", name)] as const,
            ),
          ]}
        />
      </span>
    </Form>
  );
}
