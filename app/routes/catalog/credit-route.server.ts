import type { LoaderFunctionArgs } from "react-router";
import type { CreditKind } from "~/features/credits/favorites.server";
import type { Named } from "~/features/credits/credit";
import {
  requestContext,
  servicesContext,
  visitorSettingsContext,
  type RouterContext,
} from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { requireCanonicalPath } from "~/http/pages/require-canonical-path.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { loadCredit, type CreditTitle, type CreditView } from "~/pages/credits/load-credit.server";
import { saveCreditFavorite } from "~/pages/credits/save-credit-favorite.server";
import { submitFavorite } from "./submit-favorite.server";
import { readCreditId } from "./read-credit-id";

interface CreditArgs extends Pick<LoaderFunctionArgs, "request" | "context"> {
  params: { id: string; slug?: string | undefined };
}

/** The loader of a character's and a person's page. */
export async function creditLoader<
  Found extends Named & { about: string | null; titles: readonly CreditTitle[] },
  Shown extends CreditTitle,
  Data,
>({ request, params, context }: CreditArgs, view: CreditView<Found, Shown, Data>) {
  const viewer = await getPageViewer(request, context);
  const url = new URL(request.url);
  return withPageErrors(context, async () => {
    const credit = await loadCredit(
      context.get(servicesContext),
      viewer,
      {
        id: readCreditId(params.id, `${view.kind}.notFound`),
        parameters: url.searchParams,
        requirePath: (path) => requireCanonicalPath(path, params, url),
      },
      view,
    );
    return { ...credit, canonical: context.get(requestContext).origin + credit.path };
  });
}

/** The action of a character's and a person's page. */
export function creditAction(
  request: Request,
  context: RouterContext,
  { kind, id: text }: { kind: CreditKind; id: string },
): Promise<Response> {
  const { db } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return submitFavorite(request, context, (userId, isAdded) => {
    const id = readCreditId(text, `${kind}.notFound`);
    return saveCreditFavorite(db, { userId, kind, id, parentalControl }, isAdded);
  });
}
