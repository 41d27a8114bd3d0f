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
import { servicesContext, type RouterContext } from "~/http/context";
import { getHiddenTitles } from "./hidden-titles.server";
import { getPageUser } from "~/http/session/get-session.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";

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

/**
 * What a page leaves out: the choices of its URL, else the user's default where it applies. Nothing
 * for visitors.
 */
export async function hideOnPage(
  request: Request,
  context: RouterContext,
  surface: HideSurface,
  given: readonly HideChoice[] = readHide(request),
): Promise<PageHide> {
  const user = await getPageUser(request, context);
  if (user === null) return NOTHING;
  const { hide, hideOn } = readSitePreferences(user.preferences.site);
  const hasDefault = hide.length > 0 && hideOn.includes(surface);
  const kinds = given.length > 0 ? hideKinds(given) : hasDefault ? hide : [];
  const { parentalControl } = context.get(visitorSettingsContext);
  return {
    choices: kinds.length === 0 && hasDefault ? ["none"] : kinds,
    titles: await getHiddenTitles(context.get(servicesContext), {
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
function readHide(request: Request): HideChoice[] {
  const reader = new ParameterReader(new URL(request.url).searchParams);
  const choices = parseHide(reader);
  reader.throwIfInvalid();
  return choices;
}
