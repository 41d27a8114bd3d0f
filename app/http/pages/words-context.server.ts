import { createContext } from "react-router";
import { serverWords } from "~/language/catalogs.server";
import { DEFAULT_LOCALE } from "~/language/locales";
import type { Words } from "~/language/words";

/** The language of this request's page: the person's choice, else what the browser asks for. Filled by the root's middleware. */
export const wordsContext = createContext<Words>(serverWords(DEFAULT_LOCALE));
