// The namespace of the class `Models`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Resources from "../types/resources.js";

declare module "../resources.js" {
    namespace Models {
        export import BetaCapabilitySupport = Resources.CapabilitySupport;
        export import BetaCompactionCapability = Resources.BetaCompactionCapability;
        export import BetaContextManagementCapability = Resources.ContextManagementCapability;
        export import BetaEffortCapability = Resources.EffortCapability;
        export import BetaModelCapabilities = Resources.ModelCapabilities;
        export import BetaModelInfo = Resources.ModelInfo;
        export import BetaModelInfosPage = Resources.ModelInfosPage;
        export import BetaModelLine = Resources.ModelLine;
        export import BetaServerToolsCapability = Resources.ServerToolsCapability;
        export import BetaThinkingCapability = Resources.ThinkingCapability;
        export import BetaThinkingTypes = Resources.ThinkingTypes;
        export import CapabilitySupport = Resources.CapabilitySupport;
        export import ContextManagementCapability = Resources.ContextManagementCapability;
        export import EffortCapability = Resources.EffortCapability;
        export import ModelCapabilities = Resources.ModelCapabilities;
        export import ModelInfo = Resources.ModelInfo;
        export import ModelInfosPage = Resources.ModelInfosPage;
        export import ModelLine = Resources.ModelLine;
        export import ModelListParams = Resources.ModelListParams;
        export import ModelRetrieveParams = Resources.ModelRetrieveParams;
        export import ServerToolsCapability = Resources.ServerToolsCapability;
        export import ThinkingCapability = Resources.ThinkingCapability;
        export import ThinkingTypes = Resources.ThinkingTypes;
    }
}
