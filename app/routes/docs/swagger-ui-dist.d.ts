/** The options and parts that this site uses; the package has no types. */
declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { createElement, Fragment, ReactNode } from "react";

  /** Swagger UI's own copy of React renders it. */
  type Component<Props = object> = (props: Props) => ReactNode;

  interface LayoutProps {
    getComponent: (name: string, isContainer?: boolean) => Component;
    specSelectors: { loadingStatus: () => string };
  }

  export type SwaggerPlugin = (system: {
    React: { createElement: typeof createElement; Fragment: typeof Fragment };
  }) => {
    components: {
      DeepLink: Component<{ text: string }>;
      OperationsLayout: Component<LayoutProps>;
    };
  };

  export default function SwaggerUI(options: {
    domNode: HTMLElement;
    url: string;
    plugins: readonly SwaggerPlugin[];
    layout: string;
    deepLinking: boolean;
    docExpansion: "list" | "full" | "none";
    defaultModelsExpandDepth: number;
    filter: boolean;
    tryItOutEnabled: boolean;
    validatorUrl: null;
    onComplete: () => void;
  }): void;
}
