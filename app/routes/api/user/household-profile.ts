import { z } from "zod";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import type { HouseholdProfile } from "~/features/accounts/household/list-profiles.server";

export const profileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  avatar: z.string().nullable(),
  is_child: z.boolean().meta({ description: "Has an age limit." }),
  max_rating: z
    .enum(LIMIT_RATINGS)
    .nullable()
    .optional()
    .meta({ description: "The age limit, or null. Only accounts receive it." }),
  has_pin: z.boolean(),
  is_managed: z.boolean().meta({ description: "Has neither an email address nor a sign-in." }),
  active: z.boolean().meta({ description: "Whether this session speaks for it." }),
});

/** A profile of the household as the API has it for the session of `viewer`. */
export function profileBody(
  { id, name, avatarUrl, maxRating, hasPin, isManaged }: HouseholdProfile,
  viewer: { id: string; isManaged: boolean },
): z.output<typeof profileSchema> {
  return {
    id,
    name,
    avatar: avatarUrl,
    is_child: maxRating !== null,
    ...(viewer.isManaged ? {} : { max_rating: maxRating }),
    has_pin: hasPin,
    is_managed: isManaged,
    active: id === viewer.id,
  };
}
