import { z } from "zod";
import { LISTING_ORDERS } from "~/features/catalog/vocabulary";
import { SERVER_FILTERS } from "./filters/filters.server";

type ParametersSchema = z.ZodObject<Record<string, ReturnType<typeof parameter>>>;

const parameter = (description: string) => z.string().optional().meta({ description });

export const parentalControlParameter = parameter(
  "Leaves out mature titles. On unless it reads as false. Also spelled parentalControl.",
);

const filterParameters = Object.fromEntries(
  Object.values(SERVER_FILTERS).flatMap(({ parameters }) =>
    Object.entries(parameters).map(([name, text]) => [name, parameter(text)] as const),
  ),
);

/** The filters for the API's documentation; `parseListing` does the parsing. */
export const filterParametersSchema: ParametersSchema = z.object({
  ...filterParameters,
  parental_control: parentalControlParameter,
});

/** Filters, order and page. */
export const listingParametersSchema: ParametersSchema = filterParametersSchema.extend({
  order_by: parameter(
    `One of ${LISTING_ORDERS.join(", ")}; score and title descend.` +
      " Default: relevance with a search_query, else score.",
  ),
  page_number: parameter("The page, from 1. Also spelled page."),
  limit_count: parameter("Titles a page, 1 to 500, 30 unless given. Also spelled limit."),
});
