import { resource } from "~/http/api/resource.server";
import { add } from "./watch-list-operations.server";

const endpoint = resource({ methods: { POST: add } });

export const loader = endpoint;
export const action = endpoint;
