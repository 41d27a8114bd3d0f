import { servicesContext, type RouterContext } from "~/http/context";
import { cachedGenres } from "~/pages/parts/cached-catalog.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";

/** Reads all genres with what they count. */
export async function loadGenresPage(context: RouterContext) {
  const { parentalControl } = context.get(visitorSettingsContext);
  return { genres: await cachedGenres(context.get(servicesContext), parentalControl) };
}
