import { z } from "zod";
import { nameCountSchema } from "~/features/catalog/anime";
import type { ResponseDocs } from "~/http/api/endpoint";

/** The responses of genres and studios. */
export const nameCountResponses: Record<200, ResponseDocs> = {
  200: { description: "Names and counts.", schema: z.object({ data: z.array(nameCountSchema) }) },
};
