import { z } from "zod";
import { COLLECTION_TYPES } from "~/features/watch-list/collection-types";

export const animeIdField = z
  .union([z.int().min(1), z.string()])
  .meta({ description: "The title's mal_id." });

export const animeIdParameter = z.int().min(1).meta({ description: "The title's mal_id." });

export const pageParameter = z.int().min(1).optional().meta({ description: "From 1." });

export const collectionTypeField = z.enum(COLLECTION_TYPES);
