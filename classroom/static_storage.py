"""Static files under names that hold a hash of their content, so that browsers may keep them for good."""

from servestatic.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    # The imports inside our modules are rewritten too. Without it a phone would load each module a second time
    # under its plain name, and might mix modules of two versions.
    support_js_module_import_aggregation = True
