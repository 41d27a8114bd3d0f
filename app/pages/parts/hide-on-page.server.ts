import {
  HIDE_KINDS,
  hideKinds,
  type HideChoice,
  type HideSurface,
} from "~/features/listing/hidden/hide-choices";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { parseHide } from "~/features/listing/hidden/parse-hide.server";
import type { HideToggle } from "~/features/listing/view/hide-switch";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import type { CatalogTools } from "~/services/shared-services";
import { getHiddenTitles } from "./hidden-titles.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";

export interface PageHide {
  /**
   * The choices that the page's URLs carry on; `none` is one only where there is a default to
   * refuse.
   */
  choices: readonly HideChoice[];
  titles: HiddenTitles | null;
  /** What turns hiding on and off; null for visitors. */
  toggle: HideToggle | null;
  /** The user's default applies here. */
  hasDefault: boolean;
}

const NOTHING: PageHide = { choices: [], titles: null, toggle: null, hasDefault: false };

interface PageHideOptions {
  surface: HideSurface;
  /** The choices of the page's URL. */
  given: readonly HideChoice[];
}

/**
 * What a page leaves out: the choices of its URL, else the user's default where it applies. Nothing
 * for visitors.
 */
export async function hideOnPage(
  catalog: Pick<CatalogTools, "db" | "caches">,
  { user, parentalControl }: Pick<PageViewer, "user" | "parentalControl">,
  { surface, given }: PageHideOptions,
): Promise<PageHide> {
  if (user === null) return NOTHING;
  const { hide, hideOn } = readSitePreferences(user.preferences.site);
  const hasDefault = hide.length > 0 && hideOn.includes(surface);
  const kinds = given.length > 0 ? hideKinds(given) : hasDefault ? hide : [];
  return {
    choices: kinds.length === 0 && hasDefault ? ["none"] : kinds,
    titles: await getHiddenTitles(catalog, {
      userId: user.id,
      kinds,
      parentalControl,
    }),
    toggle:
      kinds.length > 0
        ? { hides: true, other: ["none"] }
        : { hides: false, other: hide.length > 0 ? hide : HIDE_KINDS },
    hasDefault,
  };
}

/** Throws `Invalid` for an unknown choice. */
export function readHide(parameters: URLSearchParams): HideChoice[] {
  const reader = new ParameterReader(parameters);
  const choices = parseHide(reader);
  reader.throwIfInvalid();
  return choices;
}
