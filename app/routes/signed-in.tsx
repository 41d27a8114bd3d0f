import { signedIn } from "~/http/session/page-session.server";
import type { Route } from "./+types/signed-in";

/** The pages in this layout are for signed-in users and read `signedInContext`. */
export const middleware: Route.MiddlewareFunction[] = [signedIn];
