/** Characters in common and mere mentions do not make a franchise. */
const LOOSE = new Set(["CHARACTER", "OTHER"]);
const TO_SIDE_STORY = new Set(["SIDE_STORY", "SPIN_OFF"]);
const TO_PARENT = new Set(["PARENT", "PARENT_STORY"]);

/** "`to` is the `relation` of `from`": a row of `anime_relations`. */
export interface TitleRelation {
  from: number;
  to: number;
  relation: string;
}

export function joinsFranchise({ relation }: TitleRelation): boolean {
  return !LOOSE.has(relation);
}

export interface SideStory {
  story: number;
  parent: number;
}

/** The side story or spin-off and its parent, or null for other relations. */
export function toSideStory({ from, to, relation }: TitleRelation): SideStory | null {
  if (TO_SIDE_STORY.has(relation)) return { story: to, parent: from };
  if (TO_PARENT.has(relation)) return { story: from, parent: to };
  return null;
}

/** Two titles of which the first is to be seen before the second, or null. */
export function toSequence(relation: TitleRelation): { before: number; after: number } | null {
  const { from, to } = relation;
  if (relation.relation === "SEQUEL") return { before: from, after: to };
  if (relation.relation === "PREQUEL") return { before: to, after: from };
  const recap = toRecap(relation);
  if (recap !== null) return { before: recap.story, after: recap.recap };
  const side = toSideStory(relation);
  return side === null ? null : { before: side.parent, after: side.story };
}

export function toRecap({
  from,
  to,
  relation,
}: TitleRelation): { story: number; recap: number } | null {
  if (relation === "SUMMARY" || relation === "COMPILATION") return { story: from, recap: to };
  if (relation === "FULL_STORY") return { story: to, recap: from };
  return null;
}
