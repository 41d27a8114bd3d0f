import { z } from "zod";
import { LISTING_ORDERS } from "~/features/catalog/vocabulary";
import { SERVER_FILTERS } from "./filters/filters.server";
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from "./listing-query";

type ParametersSchema = z.ZodObject<Record<string, z.ZodType>>;

const parameter = (description: string, schema: z.ZodType): z.ZodType =>
  schema.optional().meta({ description });

export const parentalControlParameter: z.ZodType = parameter(
  "Leaves out mature titles. On unless it reads as false. Also spelled parentalControl.",
  z.boolean(),
);

const filterParameters = Object.fromEntries(
  Object.values(SERVER_FILTERS).flatMap(({ parameters }) =>
    Object.entries(parameters).map(
      ([name, { description, schema }]) => [name, parameter(description, schema)] as const,
    ),
  ),
);

export const hideParameter = filterParameters["hide"] ?? z.never();

export const filterParametersSchema: ParametersSchema = z.object({
  ...filterParameters,
  parental_control: parentalControlParameter,
});

export const listingParametersSchema: ParametersSchema = filterParametersSchema.extend({
  order_by: parameter(
    "The order; score and title descend. Default: relevance with a search_query, else score.",
    z.enum(LISTING_ORDERS),
  ),
  page_number: parameter("The page, from 1. Also spelled page.", z.int().min(1)),
  limit_count: parameter(
    `Titles per page, ${DEFAULT_PER_PAGE} by default. Also spelled limit.`,
    z.int().min(1).max(MAX_PER_PAGE),
  ),
});
