import { z } from "zod";

/** A character or person, as the API writes them. */
export const namedSchema = z.object({
  id: z.int(),
  name: z.string(),
  name_japanese: z.string().nullable(),
  image_url: z.string().nullable(),
});
export type Named = z.output<typeof namedSchema>;

export const CHARACTER_ROLES = ["Main", "Supporting"] as const;
export type CharacterRole = (typeof CHARACTER_ROLES)[number];
export const roleSchema = z.enum(CHARACTER_ROLES);

export const castMemberSchema = namedSchema.extend({
  role: roleSchema,
  voice_actors: z.array(namedSchema.extend({ language: z.string() })),
});
export type CastMember = z.output<typeof castMemberSchema>;

export const staffMemberSchema = namedSchema.extend({ roles: z.array(z.string()) });
export type StaffMember = z.output<typeof staffMemberSchema>;

export const themeSongSchema = z.object({
  kind: z.enum(["opening", "ending"]),
  title: z.string(),
  artist: z.string().nullable(),
  episodes: z.string().nullable(),
});
export type ThemeSong = z.output<typeof themeSongSchema>;

/** MyAnimeList's names of roles, in the order of the page. */
export const KEY_STAFF_ROLES = [
  "Director",
  "Original Creator",
  "Series Composition",
  "Script",
  "Character Design",
  "Music",
  "Art Director",
  "Chief Animation Director",
  "Sound Director",
  "Producer",
] as const;

/** People by role, the key roles first; someone with several roles is in each. */
export function groupStaff(
  staff: readonly StaffMember[],
): { role: string; people: StaffMember[] }[] {
  const byRole = new Map<string, StaffMember[]>();
  for (const member of staff)
    for (const role of member.roles) byRole.set(role, [...(byRole.get(role) ?? []), member]);
  const rank = (role: string) => {
    const index = KEY_STAFF_ROLES.findIndex((key) => key === role);
    return index === -1 ? KEY_STAFF_ROLES.length : index;
  };
  return [...byRole]
    .map(([role, people]) => ({ role, people }))
    .sort((a, b) => rank(a.role) - rank(b.role) || a.role.localeCompare(b.role, "en"));
}
