//! Texture and surface objects.

use std::ffi::c_void;

use super::{checked, give};
use crate::descriptions::{Described, Resource, RuntimeTexture};
use crate::status::{self, Status};

/// What the program hands over.
fn read<T: Copy>(from: *const T) -> Result<T, Status> {
    // SAFETY: the program hands over a description, or null.
    unsafe { from.as_ref() }.copied().ok_or(status::INVALID_VALUE)
}

gives! { checked, runtime;
    cudaCreateTextureObject(
        to: *mut u64,
        resource: *const Resource,
        texture: *const RuntimeTexture,
        view: *const c_void
    ) { to = {
        let (resource, texture) = (read(resource)?, read(texture)?);
        let described = Described::Runtime(resource, Some(texture));
        runtime.make_texture(&resource, texture, !view.is_null(), described)?
    } }
    cudaGetTextureObjectResourceDesc(to: *mut Resource, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Runtime(resource, Some(_)) => resource,
            Described::Runtime(_, None) | Described::Driver(..) => return Err(status::INVALID_VALUE),
        }
    }
    cudaGetTextureObjectTextureDesc(to: *mut RuntimeTexture, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Runtime(_, Some(texture)) => texture,
            Described::Runtime(_, None) | Described::Driver(..) => return Err(status::INVALID_VALUE),
        }
    }
    cudaCreateSurfaceObject(to: *mut u64, resource: *const Resource) { to = {
        let resource = read(resource)?;
        runtime.make_surface(&resource, Described::Runtime(resource, None))?
    } }
    cudaGetSurfaceObjectResourceDesc(to: *mut Resource, object: u64) {
        to = match runtime.images.described(object)? {
            Described::Runtime(resource, None) => resource,
            Described::Runtime(_, Some(_)) | Described::Driver(..) => {
                return Err(status::INVALID_VALUE);
            }
        }
    }
}

calls! { checked, runtime;
    pub(super) cudaDestroyTextureObject(object: u64) { runtime.images.remove(object) }
    pub(super) cudaDestroySurfaceObject(object: u64) { runtime.images.remove(object) }
}
