// The namespace of the class `SkillVersions`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Resources from "../types/resources.js";

declare module "../resources.js" {
    namespace SkillVersions {
        export import BetaDeletedSkillVersion = Resources.DeletedSkillVersion;
        export import BetaSkillVersion = Resources.SkillVersion;
        export import BetaSkillVersionsPageCursor = Resources.SkillVersionsPageCursor;
        export import DeletedSkillVersion = Resources.DeletedSkillVersion;
        export import SkillVersion = Resources.SkillVersion;
        export import SkillVersionsPageCursor = Resources.SkillVersionsPageCursor;
        export import VersionCreateParams = Resources.VersionCreateParams;
        export import VersionDeleteParams = Resources.VersionDeleteParams;
        export import VersionDownloadParams = Resources.VersionDownloadParams;
        export import VersionListParams = Resources.VersionListParams;
        export import VersionRetrieveParams = Resources.VersionRetrieveParams;
    }
}
