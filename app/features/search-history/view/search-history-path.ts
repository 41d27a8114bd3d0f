import { href } from "react-router";

export const SEARCH_HISTORY_PATH = href("/settings/searches");
