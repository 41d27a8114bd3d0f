import { href } from "react-router";
import { titleSlug } from "~/features/catalog/view/anime-path";

export const FRANCHISE_ORDERS = ["release", "story"] as const;
export type FranchiseOrder = (typeof FRANCHISE_ORDERS)[number];

export function franchisePath(id: number, name: string): string {
  return href("/franchise/:id/:slug?", {
    id: String(id),
    slug: titleSlug(name) || undefined,
  });
}

/** Release order is what has no parameter. */
export function franchiseOrderPath(path: string, order: FranchiseOrder): string {
  return order === "release" ? path : `${path}?order=${order}`;
}
