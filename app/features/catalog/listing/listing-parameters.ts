import { z } from "zod";
import { LISTING_ORDERS } from "~/features/catalog/vocabulary";

const filter = (description: string) => z.string().optional().meta({ description });

/** `parental_control` as the API documents it everywhere. */
export const parentalControlParameter = filter(
  "Leaves out mature titles. On unless it reads as false. Also spelled parentalControl.",
);

/** The filters of the listing as the API documents them. `parseListing` reads them, generously. */
export const filterParametersSchema = z.object({
  search_query: filter(
    "Finds by title, English title, Japanese title and synonyms; tolerates typing errors. At most 256 characters.",
  ),
  genre_filter: filter("Genres, comma list. A leading `-` excludes one. Example: `Action,sci_fi`."),
  genre_exclude: filter("Genres that must not be among a title's, comma list."),
  theme_filter: filter("Themes, comma list."),
  type_filter: filter("TV, Movie, OVA, ONA, Special, Music, CM, PV, TV Special; comma list."),
  studio_filter: filter("Studios, comma list."),
  producer_filter: filter("Producers, comma list."),
  source_filter: filter("What the anime was made from, comma list. Example: `Manga,Light novel`."),
  status_filter: filter("Finished Airing, Currently Airing, Not yet aired; comma list."),
  rating_filter: filter("Age ratings by code or label, comma list: g, pg, pg-13, r, r+, rx."),
  season_filter: filter("Winter, Spring, Summer, Fall; comma list."),
  aired_day_filter: filter("Weekdays of broadcast, comma list."),
  year_filter: filter("Release years, comma list."),
  year_min: filter("First release year."),
  year_max: filter("Last release year."),
  score_filter: filter("Least score, 0 to 10. Titles without a score are left out."),
  score_min: filter("The same as score_filter."),
  score_max: filter("Greatest score, 0 to 10."),
  episodes_min: filter("Fewest episodes."),
  episodes_max: filter("Most episodes."),
  banners_filter: filter("true: only titles with a banner image."),
  parental_control: parentalControlParameter,
});

/** All parameters of the listing: filters, order and page. */
export const listingParametersSchema = filterParametersSchema.extend({
  order_by: filter(
    `One of ${LISTING_ORDERS.join(", ")}; score and title descend. Default: relevance with a search_query, else score.`,
  ),
  page_number: filter("The page, from 1. Also spelled page."),
  limit_count: filter("Titles a page, 1 to 500, 30 unless given. Also spelled limit."),
});
