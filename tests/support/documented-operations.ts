import { openApiText } from "./server/open-api-text";

export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

export interface ApiOperation {
  path: string;
  /** The method in lower case. */
  method: string;
  parameters: { name: string; required: boolean; schema: Schema }[];
  /** The schema of the JSON body. */
  body: Schema | undefined;
}

interface DocumentedOperation {
  parameters?: ApiOperation["parameters"];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Lists operations as programs read them from the OpenAPI document. */
export function documentedOperations(): ApiOperation[] {
  const { paths } = JSON.parse(openApiText()) as {
    paths: Record<string, Record<string, DocumentedOperation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      path,
      method,
      parameters,
      body: requestBody?.content["application/json"]?.schema,
    })),
  );
}
