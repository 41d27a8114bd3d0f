import { resource } from "~/http/api/resource.server";
import { remove } from "./watch-list-operations.server";

const endpoint = resource({ methods: { DELETE: remove } });

export const loader = endpoint;
export const action = endpoint;
