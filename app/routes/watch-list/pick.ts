import { redirect, href } from "react-router";
import { setFlashMessage } from "~/features/accounts/sessions.server";
import { animePath } from "~/features/catalog/view/anime-path";
import { pickPlanned } from "~/features/watch-list/pick-planned.server";
import { randomSearch } from "~/pages/parts/random-search";
import {
  i18nContext,
  servicesContext,
  signedInContext,
  visitorSettingsContext,
} from "~/http/context";
import type { Route } from "./+types/pick";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  const { user, idHash } = await context.get(signedInContext);
  const picked = await pickPlanned(db, user.id, { parentalControl });
  if (picked !== null) return redirect(animePath(picked) + randomSearch("planned"), 302);
  await setFlashMessage(db, idHash, {
    path: href("/list"),
    message: context.get(i18nContext).t("listDone.noPick"),
    undo: null,
  });
  return redirect(`${href("/list")}?state=planned`, 302);
}

/** Makes this a page, so that the root's boundary renders its errors. */
export default function Pick() {
  return null;
}
