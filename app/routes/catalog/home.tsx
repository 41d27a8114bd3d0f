import { rememberedAiring } from "~/http/remembered-catalog.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { AiringList } from "~/features/catalog/view/schedule/schedule-day";
import {
  pageZone,
  schedulePage,
  type PageZone,
} from "~/features/catalog/view/schedule/schedule-page.server";
import { useNow } from "~/features/catalog/view/schedule/use-now";
import { AnimeRail } from "~/features/catalog/view/home/anime-rail";
import { genrePath } from "~/features/catalog/view/anime-path";
import { browsePath } from "~/features/catalog/view/browse/browse-path";
import { Featured } from "~/features/catalog/view/home/featured";
import { CardStates } from "~/features/catalog/view/cards/card-states";
import { GenreIndex } from "~/features/catalog/view/home/genre-index";
import { airingOfDay, homePage, homeTitles } from "~/features/catalog/view/home/home-page.server";
import { continueCards } from "~/features/playback/view/continue-cards.server";
import { ContinueRail } from "~/features/playback/view/continue-rail";
import { listEntries } from "~/features/watch-list/list-entries.server";
import { scopeContext, type Services } from "~/http/context";
import { pageWords } from "~/http/pages/page-words";
import { currentSession } from "~/http/session/current-session.server";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { ownListStates } from "~/http/pages/own-list-states.server";
import { readZoneCookie } from "~/http/pages/settings/zone-cookie";
import type { Words } from "~/language/words";
import { useWords } from "~/language/words-context";
import { Section } from "~/ui/section";
import type { Route } from "./+types/home";

export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services, words } = scope;
  const { titleLanguage: language, parentalControl } = context.get(visitorContext);
  const zone = pageZone(null, readZoneCookie(request.headers.get("cookie")));
  const now = new Date();
  const [home, airing] = await Promise.all([
    everybodysHome(services, { language, parentalControl, now, words }),
    airingOfAll(services, { zone, language, parentalControl, now }),
  ]);
  // Home is there for everybody, also while nobody's session can be read.
  const owner = (await currentSession(request, scope).catch(() => null))?.user.id ?? null;
  // A visitor's browser is not asked for its zone here; what it told before is enough.
  if (owner === null)
    return { ...home, airing, onward: null, zone: null, mine: [], listStates: {} };
  const cards = [
    home.seasonal,
    home.rated,
    home.popular,
    airing.cards,
    ...home.genreRails.map((rail) => rail.cards),
  ].flat();
  const [onward, listStates, mine] = await Promise.all([
    continueCards(services.db, owner, { parentalControl, language }),
    ownListStates(request, scope, cards),
    airingOfMine(services, owner, { zone: zone.name, language, parentalControl, now, words }),
  ]);
  return {
    ...home,
    airing,
    onward,
    zone,
    mine,
    listStates: {
      ...listStates,
      ...Object.fromEntries(mine.map(({ card, type }) => [card.id, type])),
    },
  };
}

/** What is on the air today by the clock of a zone, worked out once in a quarter of an hour: some zone's day begins on each. */
async function airingOfAll(
  { db, remembered }: Services,
  { zone, language, parentalControl, now }: Omit<Asked, "words" | "zone"> & { zone: PageZone },
) {
  const titles = await rememberedAiring({ db, remembered }, parentalControl);
  const quarter = Math.floor(now.getTime() / 900_000);
  const { cards, times } = await remembered.get(
    `airing-of-day/${parentalControl}/${language}/${zone.name}/${quarter}`,
    () => Promise.resolve(airingOfDay(titles, { zone: zone.name, language, now })),
  );
  return { cards, times, isStationTime: zone.origin === "station" };
}

/** What of Home is the same for all who read it in one language, kept until the catalog changes. */
function everybodysHome(
  services: Services,
  { language, parentalControl, now, words }: Omit<Asked, "zone">,
) {
  // What is shown changes with the day, here and in Japan, and both change on the hour.
  const hour = now.toISOString().slice(0, 13);
  return services.remembered.get(
    `home/${parentalControl}/${hour}/${language}/${words.locale}`,
    async () =>
      homePage(
        await services.remembered.get(`home/${parentalControl}/${hour}`, () =>
          homeTitles(services, { parentalControl, now }),
        ),
        { language, words, now },
      ),
  );
}

interface Asked {
  zone: string;
  language: TitleLanguage;
  parentalControl: boolean;
  now: Date;
  words: Words;
}

/** What of a person's list is on the air today, by the clock of their zone. What they have seen to its end is not waited for. */
async function airingOfMine(
  services: Services,
  owner: string,
  { parentalControl, ...asked }: Asked,
) {
  const [all, entries] = await Promise.all([
    rememberedAiring(services, parentalControl),
    listEntries(services.db, owner),
  ]);
  const types = new Map(
    entries.filter(({ type }) => type !== "Completed").map(({ mal_id, type }) => [mal_id, type]),
  );
  const [today] = schedulePage(
    all.filter(({ mal_id }) => types.has(mal_id)),
    asked,
  );
  return (today?.airings ?? []).map((airing) => ({
    ...airing,
    type: types.get(airing.card.id) ?? "",
  }));
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { t, label } = useWords();
  const {
    season,
    isThisSeason,
    featured,
    seasonal,
    rated,
    popular,
    airing,
    genres,
    genreRails,
    onward,
    mine,
    listStates,
  } = loaderData;
  const now = useNow();
  // Who has something to go on with gets that first; the stage waits below it.
  const isOwn = (onward?.length ?? 0) + mine.length > 0;
  return (
    <CardStates value={listStates}>
      <h1 className="sr-only">{t("home.heading")}</h1>
      {featured.length === 0 || isOwn ? null : <Featured items={featured} />}
      <div className="page-column">
        {onward === null ? null : <ContinueRail cards={onward} />}
        {mine.length === 0 ? null : (
          <Section
            title={t("home.airingOfMine")}
            more={{ to: "/schedule?show=mine", label: t("home.weekOfMine") }}
          >
            <AiringList airings={mine} now={now} />
          </Section>
        )}
      </div>
      {featured.length === 0 || !isOwn ? null : (
        <div className="mt-12">
          <Featured items={featured} />
        </div>
      )}
      <div className="page-column">
        <AnimeRail
          title={t(isThisSeason ? "home.thisSeason" : "home.lately")}
          cards={seasonal}
          more={{
            to: browsePath({ years: [season.year], seasons: [season.name], order: "popularity" }),
            label: t("fact.seasonOfYear", {
              season: label("season", season.name),
              year: season.year,
            }),
          }}
        />
        <AnimeRail
          title={t("home.airingToday")}
          cards={airing.cards}
          notes={airing.isStationTime ? inStationTime(airing.times) : airing.times}
          more={{ to: "/schedule", label: t("home.week") }}
        />
        <AnimeRail
          title={t("home.topRated")}
          cards={rated}
          more={{ to: "/browse", label: t("home.allByScore") }}
        />
        <AnimeRail
          title={t("home.popular")}
          cards={popular}
          more={{ to: browsePath({ order: "popularity" }), label: t("home.allByPopularity") }}
        />
        {genreRails.map(({ name, cards }) => (
          <AnimeRail
            key={name}
            title={t("home.bestIn", { genre: label("genre", name) })}
            cards={cards}
            more={{ to: genrePath(name), label: t("home.allOf", { genre: label("genre", name) }) }}
          />
        ))}
        {genres.length === 0 ? null : (
          <Section title={t("home.byGenre")}>
            <GenreIndex genres={genres} />
          </Section>
        )}
      </div>
    </CardStates>
  );
}

/** Before a browser has told its zone, times are the stations' and say so. */
function inStationTime(times: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(times).map(([id, time]) => [id, `${time} JST`]));
}

export function meta({ matches }: Route.MetaArgs): Route.MetaDescriptors {
  const { t } = pageWords(matches);
  return [{ title: t("home.title") }, { name: "description", content: t("home.description") }];
}
