import { redirect } from "react-router";
import { getSession } from "~/http/session/get-session.server";
import { findGuessedPath } from "./guessed-paths";
import type { Route } from "./+types/not-found";

/** Leads on from paths that users guess. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  const guessed = findGuessedPath(new URL(request.url));
  if (guessed === null) throw new Response("There is no page at this address.", { status: 404 });
  const { to, visitorTo } = guessed;
  if (to === visitorTo) throw redirect(to, 308);
  // A session's end changes where it leads.
  throw redirect((await getSession(request, context)) === null ? visitorTo : to, 303);
}

export default function NotFound() {
  return null;
}
